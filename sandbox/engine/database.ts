import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { planOnce } from "@/lib/drivers/db/plan-once";
import { MIGRATIONS } from "@/sandbox/engine/schema";

/** The common interface of the pool and an open transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

export type EngineDatabase = Queryable & {
  /**
   * Runs `work` in a transaction, and retries it after a deadlock or a lost connection for up to
   * `retryForMs`. `work` must therefore be idempotent.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, retryForMs?: number): Promise<T>;
  close(): Promise<void>;
};

const RETRY_FOR_MS = 30_000;
/** An arbitrary constant that must never change; advisory locks are per database. */
const MIGRATION_LOCK = 7_301_001;
const RETRYABLE_SQLSTATES = /^(08|57P0|40001|40P01|53300)/;
const CONNECTION_ERRORS = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** True for temporary errors: deadlock, database restart, lost connection. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    RETRYABLE_SQLSTATES.test(code) ||
    CONNECTION_ERRORS.has(code) ||
    /Connection terminated|Client has encountered a connection error|timeout exceeded/.test(
      error.message,
    )
  );
}

/** How many connections the embedded job engine opens at most. */
export const ENGINE_CONNECTIONS_MAX = 12;

export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connections = ENGINE_CONNECTIONS_MAX,
): EngineDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: "job-engine",
    connectionTimeoutMillis: 5_000,
  });
  pool.on("error", onError);
  // The pool handles errors of idle connections only. Without its own listener, a connection that
  // breaks during checkout ends the process.
  pool.on("connect", (client) => client.on("error", onError));
  planOnce(pool);

  const attempt = async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error) => {
      broken = error;
    };
    client.on("error", onBroken);
    try {
      await client.query("BEGIN");
      const result = await work({
        query: (text, values) => client.query(asConfig(text, values)),
      });
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.off("error", onBroken);
      client.release(broken);
    }
  };

  return {
    query: (text, values) => pool.query(asConfig(text, values)),
    async transaction(work, retryForMs = RETRY_FOR_MS) {
      const deadline = Date.now() + retryForMs;
      for (let delayMs = 20; ; delayMs = Math.min(delayMs * 2, 1_000)) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isTransientDatabaseError(error) || Date.now() + delayMs > deadline) throw error;
          await sleep(delayMs);
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Text without values may contain several statements, which `pg` cannot prepare. */
function asConfig(text: string, values: readonly unknown[] = []): string | pg.QueryConfig {
  return values.length === 0 ? text : { text, values: [...values] };
}

/** Migrates the `engine` schema; safe when several processes start at once. */
export async function migrateEngine(db: EngineDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.query("CREATE SCHEMA IF NOT EXISTS engine");
    await tx.query("CREATE TABLE IF NOT EXISTS engine.migrations (version integer PRIMARY KEY)");
    const done = await tx.query<{ version: number }>("SELECT version FROM engine.migrations");
    const versions = new Set(done.rows.map((row) => row.version));
    for (const [version, sql] of MIGRATIONS.entries()) {
      if (versions.has(version)) continue;
      await tx.query(sql);
      await tx.query("INSERT INTO engine.migrations (version) VALUES ($1)", [version]);
    }
  });
}
