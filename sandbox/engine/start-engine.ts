import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { migrateEngine, openDatabase } from "@/sandbox/engine/database";
import { createHttpServer } from "@/sandbox/engine/http/http-server";
import { createRegistry } from "@/sandbox/engine/http/registry";
import { createAppSync } from "@/sandbox/engine/http/sync-app";
import { holdOwnership, WAKE_OWNER_SQL } from "@/sandbox/engine/ownership";
import { DEFAULT_SETTINGS, type EngineParts, type EngineSettings } from "@/sandbox/engine/parts";
import { prunePeriodically } from "@/sandbox/engine/runs/prune";
import { type Clock, runCrons, SYSTEM_CLOCK } from "@/sandbox/engine/runs/run-crons";
import { createScheduler } from "@/sandbox/engine/runs/scheduler";

export type EngineOptions = {
  databaseUrl: string;
  /** 0 = any free port. */
  port: number;
  log: Logger;
  /** Decides when cron triggers are due. */
  clock?: Clock;
  settings: Omit<EngineSettings, keyof typeof DEFAULT_SETTINGS> & Partial<EngineSettings>;
};

export type Engine = {
  /** Base URL for the SDK (`INNGEST_BASE_URL`). */
  url: string;
  isOwner(): boolean;
  /** Finishes what is under way within `graceMs`, gives the rest back and closes. */
  stop(graceMs?: number): Promise<void>;
};

const GRACE_MS = 1_000;
const HOST = "127.0.0.1";

/**
 * Starts a job engine that speaks the Inngest protocol: HTTP on loopback at once, work as soon as
 * it is the only owner of the queue.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options;
  const db = openDatabase(options.databaseUrl, (error) =>
    log.warn({ err: error }, "database connection lost"),
  );
  await migrateEngine(db);
  const registry = createRegistry(db, log);
  const settings: EngineSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const parts: EngineParts = { db, registry, log, settings };

  const sync = createAppSync(parts, () => scheduler.wake());
  const scheduler = createScheduler(parts, randomUUID(), {
    canDispatch: sync.hasSynced,
    onUnreachable: sync.hurry,
  });
  const cronHooks = { isAppReachable: sync.isReachable, onFired: scheduler.wake };
  let graceMs = GRACE_MS;
  const ownership = holdOwnership(options.databaseUrl, log, {
    onWake: scheduler.wake,
    onRetire: () => scheduler.drain(graceMs),
    async onOwned(signal) {
      await registry.load();
      await Promise.all([
        scheduler.work(signal),
        sync.work(signal),
        runCrons(parts, options.clock ?? SYSTEM_CLOCK, cronHooks, signal),
        prunePeriodically(parts, signal),
      ]);
    },
  });

  const server = createHttpServer(parts, {
    onWork() {
      if (ownership.isOwner()) scheduler.wake();
      else
        db.query(WAKE_OWNER_SQL).catch((error: Error) =>
          log.warn({ err: error }, "could not wake the queue owner"),
        );
    },
    health: () => ({
      status: "ok",
      role: ownership.isOwner() ? "owner" : "standby",
      synced: sync.hasSynced(),
      reachable: sync.isReachable(),
      functions: registry.all().length,
      callsUnderWay: scheduler.callsUnderWay(),
    }),
  });
  server.listen(options.port, HOST);
  await once(server, "listening");

  return {
    url: `http://${HOST}:${addressOf(server.address()).port}`,
    isOwner: ownership.isOwner,
    async stop(givenMs = GRACE_MS) {
      graceMs = givenMs;
      // The server stays up meanwhile, for the calls that still report their steps.
      await ownership.stop();
      // Without a database there was no ownership to retire from, but perhaps a call under way.
      if (scheduler.callsUnderWay() > 0) await scheduler.drain(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");
  return address;
}
