import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { LOST_CLIENT, LOST_SERVER, setSettings } from "../create-database";

/** Time limits of a session. */
export type SessionLimits = { answerMsMax: number; checkEveryMs: number };

const LIMITS: SessionLimits = { answerMsMax: 5_000, checkEveryMs: 10_000 };
const setting = z.tuple([z.object({ transaction_read_only: z.string() })]);

/** A connection of its own, for what belongs to a session: notifications and session locks. */
export type Session = {
  /** @throws also when the server does not respond within `answerMsMax` */
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Aborts when the connection breaks, or its server hangs or accepts no changes any more. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/**
 * Opens a session that listens on a channel. Behind a list of hosts or a proxy it could otherwise stay at
 * the former primary after a failover, where nobody notifies and every lock is free.
 * @param options.limits for tests
 * @throws when the database cannot be reached or accepts no changes; no connection stays open then
 */
export async function openSession(options: {
  databaseUrl: string;
  channel: string;
  onNotification: (payload: string) => void;
  applicationName?: string;
  limits?: SessionLimits;
}): Promise<Session> {
  const { applicationName, limits: { answerMsMax, checkEveryMs } = LIMITS } = options;
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: answerMsMax,
    ...LOST_SERVER,
    ...(applicationName === undefined ? {} : { application_name: applicationName }),
  });
  // A connection may emit several errors at any time; an unhandled one ends the process.
  client.on("error", (error) => lost.abort(error));
  client.on("end", () => lost.abort());
  client.on("notification", ({ payload }) => options.onNotification(payload ?? ""));
  const query: Session["query"] = (text, values = []) => {
    const statement = { text, values: [...values], query_timeout: answerMsMax };
    return client.query(statement);
  };

  async function requireWritable(): Promise<void> {
    // On for a standby as well.
    const { rows } = await query("show transaction_read_only");
    if (setting.parse(rows)[0].transaction_read_only === "on") {
      throw new Error("The database accepts no changes");
    }
  }

  async function close(): Promise<void> {
    lost.abort();
    await client.end();
  }

  async function watch(): Promise<void> {
    const { signal } = lost;
    while (!signal.aborted) {
      await sleep(checkEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await requireWritable().catch((error: unknown) => lost.abort(error));
    }
  }

  try {
    await client.connect();
    // PostgreSQL releases the locks of a client that was lost; its defaults take hours.
    await setSettings(client, LOST_CLIENT, answerMsMax);
    await requireWritable();
    await query(`listen ${pg.escapeIdentifier(options.channel)}`);
  } catch (error) {
    // The caller has no handle to close it, and opens another one.
    await close().catch(() => undefined);
    throw error;
  }
  void watch();
  return { query, lost: lost.signal, close };
}
