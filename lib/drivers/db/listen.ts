import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LOST_CLIENT, LOST_SERVER, setSettings } from "./create-database";

const RECONNECT_MS = 500;
const SET_UP_MS_MAX = 5_000;

/**
 * Listens on a Postgres channel with its own connection until `signal` aborts; reconnects when the
 * connection breaks. Also calls back after each connect, because a notification may have been
 * missed.
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  callback: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: databaseUrl, ...LOST_SERVER });
    // A connection may emit several errors at any time; an unhandled one ends the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await setSettings(client, LOST_CLIENT, SET_UP_MS_MAX);
      client.on("notification", (message) => callback(message.payload ?? ""));
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      callback("");
      await ended(client, signal);
    } catch {
      // The database is down; the loop below retries.
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

function ended(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once("error", () => resolve());
    client.once("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    // It has no event for an abort while the connection was set up.
    if (signal.aborted) resolve();
  });
}
