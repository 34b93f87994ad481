import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Database = NodePgDatabase & { $client: pg.Pool };
/** A transaction, or the database itself: what a query runs on. */
export type Executor = Pick<NodePgDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/**
 * A pool of connections to Postgres.
 * @param options.onError told of connections that broke while idle; the pool replaces them
 */
export function createDatabase(options: {
  url: string;
  connectionsMax: number;
  onError: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: "slipway",
  });
  // Without listeners a restart of the database would end the process. The pool itself hears of
  // idle connections only; one that breaks in a transaction says so on its own.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", options.onError));
  return drizzle(pool, { casing: "snake_case" });
}

/** Whether the database answers within a second. */
export async function isDatabaseHealthy(db: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), 1_000).unref();
  });
  const answer = db.$client.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]);
}
