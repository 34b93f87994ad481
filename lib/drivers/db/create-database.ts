import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { planOnce } from "./plan-once";

export type Database = NodePgDatabase & { $client: pg.Pool };
/** A transaction, or the database itself: what a query runs on. */
export type Executor = Pick<NodePgDatabase, "select" | "insert" | "update" | "delete" | "execute">;

const DIALECT = { casing: "snake_case" } as const;

type DatabaseOptions = {
  url: string;
  connectionsMax: number;
  /** Told of connections that broke; the pool replaces them. */
  onError: (error: Error) => void;
};

/** A pool of connections to Postgres. */
export function createDatabase(options: DatabaseOptions): Database {
  return createOn(createPool(options));
}

/**
 * Connections for the market's readers: they plan each statement once, for any values, and can't
 * write. Their own, so that however much is read, those who launch find a connection.
 */
export function createReadingDatabase(options: DatabaseOptions): Database {
  const settings = "-c plan_cache_mode=force_generic_plan -c default_transaction_read_only=on";
  const pool = createPool({ ...options, options: settings });
  planOnce(pool);
  return createOn(pool);
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` failed, so each restart of the
 * database could cost the pool connections for good. Transactions get their connection here instead.
 */
function createOn(pool: pg.Pool): Database {
  const transaction: Database["transaction"] = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client, DIALECT).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return Object.assign(drizzle(pool, DIALECT), { transaction });
}

function createPool({
  url,
  connectionsMax,
  onError,
  ...rest
}: DatabaseOptions & { options?: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: "slipway",
    ...rest,
  });
  // Without listeners a restart of the database would end the process. The pool itself hears of
  // idle connections only; one that breaks in a transaction says so on its own.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
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
