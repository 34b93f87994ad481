import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession, type SessionLimits } from "./sessions/open-session";

const RECONNECT_MS = 500;

/**
 * Listens on a Postgres channel with its own connection until `signal` aborts; reconnects when the
 * connection breaks. Also calls back after each connect, because a notification may have been
 * missed.
 * @param limits for tests
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  callback: (payload: string) => void,
  signal: AbortSignal,
  limits?: SessionLimits,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const session = await openSession({
        databaseUrl,
        channel,
        onNotification: callback,
        ...(limits === undefined ? {} : { limits }),
      });
      try {
        callback("");
        const ended = AbortSignal.any([signal, session.lost]);
        if (!ended.aborted) await once(ended, "abort");
      } finally {
        await session.close();
      }
    } catch {
      // The database is down; the loop below retries.
    }
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}
