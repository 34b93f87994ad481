import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { migrateEngine, openDatabase } from "@/sandbox/engine/database";
import { createHttpServer } from "@/sandbox/engine/http/http-server";
import { createRegistry } from "@/sandbox/engine/http/registry";
import { createAppSync } from "@/sandbox/engine/http/sync-app";
import { holdOwnership, NOTIFY_OWNER_SQL } from "@/sandbox/engine/ownership";
import { DEFAULT_SETTINGS, type EngineParts, type EngineSettings } from "@/sandbox/engine/parts";
import { prunePeriodically } from "@/sandbox/engine/runs/prune";
import { type Clock, runCrons, SYSTEM_CLOCK } from "@/sandbox/engine/runs/run-crons";
import { createScheduler } from "@/sandbox/engine/runs/scheduler";

export type EngineOptions = {
  databaseUrl: string;
  /** 0 = any free port. */
  port: number;
  log: Logger;
  /** The clock of cron triggers. */
  clock?: Clock;
  settings: Omit<EngineSettings, keyof typeof DEFAULT_SETTINGS> & Partial<EngineSettings>;
};

export type Engine = {
  /** Base URL for the SDK (`INNGEST_BASE_URL`). */
  url: string;
  isOwner(): boolean;
  /** Finishes running calls within `graceMs`, returns the rest and closes. */
  stop(graceMs?: number): Promise<void>;
};

const GRACE_MS = 1_000;
const HOST = "127.0.0.1";

/**
 * Starts a job engine that implements the Inngest protocol. HTTP starts at once, processing when it
 * owns the queue.
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

  const sync = createAppSync(parts, () => scheduler.runNow());
  const scheduler = createScheduler(parts, randomUUID(), {
    canDispatch: sync.hasSynced,
    onUnreachable: sync.hurry,
  });
  const cronHooks = { isAppReachable: sync.isReachable, onFired: scheduler.runNow };
  let graceMs = GRACE_MS;
  const ownership = holdOwnership(options.databaseUrl, log, {
    onNotified: scheduler.runNow,
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
      if (ownership.isOwner()) scheduler.runNow();
      else
        db.query(NOTIFY_OWNER_SQL).catch((error: Error) =>
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
      // The server stays up meanwhile for running calls that still report their steps.
      await ownership.stop();
      // Without a database there was no ownership to release, but perhaps a running call.
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
