import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { limitTransaction, limitWaiting } from "./limit-waiting";
import { planOnce } from "./plan-once";
import { SERVER_NAME } from "./server-name";

export type Database = NodePgDatabase & { $client: pg.Pool };
/** A transaction or the database: anything that runs queries. */
export type Executor = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

export const DIALECT = { casing: "snake_case" } as const;

const STATEMENT_MS_MAX = 30_000;

/**
 * Settings of every session: PostgreSQL ends it, and releases its locks, about 25 seconds after the
 * machine of the client was lost. With the defaults of Linux this takes more than two hours.
 */
export const LOST_CLIENT = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  // Without it, notifications that nobody acknowledges postpone the keepalives.
  tcp_user_timeout: "25000",
} as const;

/** Detects a lost database in the same way. */
export const LOST_SERVER = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** After a failover, a connection that is only read could otherwise stay at the former primary. */
const LIFETIME_SECONDS_MAX = 300;
/**
 * A process that hangs in a transaction keeps its locks no longer. Rebroadcasts wait for nodes in a
 * transaction, and start nothing after 2 minutes (`WORK_MS_MAX` in `rebroadcast.ts`).
 */
const IDLE = { idle_in_transaction_session_timeout: "300000" } as const;
const READ_ONLY_CODE = "25006";

type DatabaseOptions = {
  url: string;
  connectionsMax: number;
  /** Time limit of connecting. */
  connectMsMax?: number;
  /**
   * Time limit of a query, also while the server hangs and cannot apply its own. Not for writes: one
   * that is given up may happen later.
   */
  queryMsMax?: number;
  /** Called when a connection breaks; the pool replaces it. */
  onError: (error: Error) => void;
};

/** The connection of each open transaction. */
const connections = new WeakMap<object, pg.PoolClient>();

/**
 * The connection of a transaction of `createDatabase`, for what Drizzle does not support, such as
 * COPY. Undefined for a database outside of a transaction.
 */
export function connectionOf(tx: Executor): pg.PoolClient | undefined {
  return connections.get(tx);
}

/** A pool of Postgres connections. */
export function createDatabase(options: DatabaseOptions): Database {
  return createOn(createPool(options), options.url);
}

/**
 * The settings of read-only connections. Each query reads a range of an index. With a generic plan
 * PostgreSQL expects a tenth of a table instead: above some 100,000 tokens it would compile that
 * plan for longer than it runs, or scan the table in parallel and sort it.
 */
const READING = {
  plan_cache_mode: "force_generic_plan",
  default_transaction_read_only: "on",
  jit: "off",
  max_parallel_workers_per_gather: "0",
} as const;

/**
 * Read-only connections for market queries. They plan each statement once for all values. A
 * separate pool, so that heavy reads do not take connections from launches.
 */
export function createReadingDatabase(options: DatabaseOptions): Database {
  const queryMsMax = STATEMENT_MS_MAX + 1_000;
  const pool = createPool({ queryMsMax, ...options }, READING);
  return createOn(pool, options.url);
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` failed, so each restart of
 * the database could cost the pool connections permanently. Transactions get their connection here
 * instead.
 */
function createOn(pool: pg.Pool, url: string): Database {
  limitWaiting(pool, url);
  const transaction: Database["transaction"] = async (work, config) => {
    const client = await pool.connect();
    let cause: unknown;
    const run = async (tx: Parameters<typeof work>[0]) => {
      connections.set(tx, client);
      try {
        return await work(tx);
      } catch (error) {
        cause = error;
        throw error;
      }
    };
    try {
      return await drizzle(limitTransaction(client, url), DIALECT).transaction(run, config);
    } catch (error) {
      // On a closed connection the rollback fails too; its error explains less.
      throw cause ?? error;
    } finally {
      client.release(isReadOnly(cause));
    }
  };
  return Object.assign(drizzle(pool, DIALECT), { transaction });
}

/** Whether the server accepts no changes, like a former primary. */
function isReadOnly(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError && cause.code === READ_ONLY_CODE) return true;
  }
  return false;
}

function createPool(
  { url, connectionsMax, onError, connectMsMax = 5_000, queryMsMax }: DatabaseOptions,
  settings: Readonly<Record<string, string>> = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    ...LOST_SERVER,
    maxLifetimeSeconds: LIFETIME_SECONDS_MAX,
    ...(queryMsMax === undefined ? {} : { query_timeout: queryMsMax }),
    application_name: SERVER_NAME,
    onConnect: createSetUp(url, connectMsMax, settings),
  });
  // Without listeners a database restart would end the process. The pool reports only idle
  // connections; one that breaks in a transaction emits its own error.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", onError));
  planOnce(pool);
  return pool;
}

/** A statement timeout in the URL has priority. */
function createSetUp(
  url: string,
  timeoutMs: number,
  settings: Readonly<Record<string, string>>,
): (client: pg.ClientBase) => Promise<unknown> {
  const hasTimeout = new URL(url).searchParams.has("statement_timeout");
  const limit: Record<string, string> = hasTimeout
    ? {}
    : { statement_timeout: `${STATEMENT_MS_MAX}` };
  const all = { ...limit, ...LOST_CLIENT, ...IDLE, ...settings };
  return (client) => setSettings(client, all, timeoutMs);
}

/**
 * Sets settings of a new connection by a statement: PgBouncer rejects a connection that contains
 * them. Without effect on a Unix socket.
 */
export function setSettings(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<unknown> {
  const calls = Object.keys(settings).map(
    (_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`,
  );
  const statement = {
    text: `select ${calls.join(", ")}`,
    values: Object.entries(settings).flat(),
    query_timeout: timeoutMs,
  };
  return client.query(statement);
}
