import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

/** One engine per database is active; others are on standby. */
const OWNER_LOCK = 7_301_002;
const CHANNEL = "job_engine";
const RECONNECT_MS = 250;

export type Ownership = {
  isOwner(): boolean;
  /** Stops the work, waits for `onRetire`, then releases ownership. */
  stop(): Promise<void>;
};

type Handlers = {
  /** Called with the lock held; the engine works until `signal` aborts. */
  onOwned(signal: AbortSignal): Promise<void>;
  /** Called after the work has ended because of `stop`, with the lock still held. */
  onRetire(): Promise<void>;
  /** Called when another process has work for the owner. */
  onNotified(): void;
};

/**
 * Waits for the engine's advisory lock, works while it holds it, and waits again after losing it.
 * The lock belongs to a connection: when the process dies, the database releases it at once.
 */
export function holdOwnership(
  connectionString: string,
  log: Logger,
  handlers: Handlers,
): Ownership {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let isOwner = false;

  const term = async () => {
    const lost = new AbortController();
    const connection = new pg.Client({ connectionString, application_name: "job-engine-owner" });
    client = connection;
    const closed = new Promise<void>((resolve) => {
      connection.on("error", () => resolve());
      connection.on("end", () => resolve());
    });
    try {
      await connection.connect();
      connection.on("notification", handlers.onNotified);
      await connection.query("SET client_connection_check_interval = '1s'");
      await connection.query("SET idle_session_timeout = 0");
      const got = await Promise.race([
        connection.query("SELECT pg_advisory_lock($1)", [OWNER_LOCK]),
        closed,
      ]);
      if (got === undefined || stopping.signal.aborted) return;
      await connection.query(`LISTEN ${CHANNEL}`);
      isOwner = true;
      log.info("this engine owns the queue");
      stopping.signal.addEventListener("abort", () => lost.abort(), { once: true });
      const work = handlers.onOwned(lost.signal);
      await Promise.race([closed, work]);
      lost.abort();
      await work;
      if (stopping.signal.aborted) await handlers.onRetire();
    } finally {
      isOwner = false;
      lost.abort();
      await connection.end().catch(() => undefined);
    }
  };

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await term();
      } catch (error) {
        log.warn({ err: error }, "lost the queue; retrying");
      }
      if (!stopping.signal.aborted) await sleep(RECONNECT_MS);
    }
  })();

  return {
    isOwner: () => isOwner,
    async stop() {
      stopping.abort();
      // A standby engine has nothing to finish.
      if (!isOwner) await client?.end().catch(() => undefined);
      await loop;
    },
  };
}

/** Notifies the owner from a standby process. */
export const NOTIFY_OWNER_SQL = `NOTIFY ${CHANNEL}`;
