import type pg from "pg";

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
