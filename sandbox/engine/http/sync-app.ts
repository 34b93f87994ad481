import { callApp } from "@/sandbox/engine/http/call-app";
import { appConfig } from "@/sandbox/engine/http/protocol";
import type { EngineParts } from "@/sandbox/engine/parts";

const STEADY_MS = 5_000;
const FAST_MS = 250;
const SLOW_MS = 2_000;
/** So many tries at the fast pace: an app starts within seconds or is not meant to run. */
const FAST_TRIES = 40;
const TIMEOUT_MS = 15_000;

export type AppSync = {
  /** Whether the app has told its functions since this engine started. */
  hasSynced(): boolean;
  /** Whether the app answered the last sync. */
  isReachable(): boolean;
  /** The app may have changed or gone: ask now. */
  hurry(): void;
  work(signal: AbortSignal): Promise<void>;
};

/**
 * Asks the app for its functions (in-band sync) until it answers, then every few seconds, so that a
 * restarted or changed app is noticed, and at once when a call has not reached it.
 */
export function createAppSync(parts: EngineParts, onSynced: () => void): AppSync {
  let hasSynced = false;
  let failures = 0;
  let wakeUp: () => void = () => undefined;

  const pause = (waitMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      signal.addEventListener("abort", done, { once: true });
      wakeUp = done;
    });

  const syncOnce = async (signal: AbortSignal): Promise<string | null> => {
    const reply = await callApp({
      url: parts.settings.appUrl,
      method: "PUT",
      body: { url: parts.settings.appUrl.href },
      signingKey: parts.settings.signingKey,
      headers: { "x-inngest-sync-kind": "in_band" },
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (reply.kind !== "answered") return reply.reason;
    if (reply.status !== 200) return `response ${reply.status}`;
    const parsed = appConfig.safeParse(reply.body);
    if (!parsed.success) return parsed.error.issues[0]?.message ?? "response of an unknown form";
    await parts.registry.register(parsed.data, parts.settings.appUrl.href);
    return null;
  };

  const work = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const problem = await syncOnce(signal).catch((error: Error) => error.message);
      if (signal.aborted) return;
      if (problem === null) {
        const isBack = failures > 0 || !hasSynced;
        failures = 0;
        hasSynced = true;
        if (isBack) {
          await releaseUnreachable(parts);
          onSynced();
        }
      } else {
        failures += 1;
        if (failures === FAST_TRIES) {
          parts.log.warn({ reason: problem, url: parts.settings.appUrl.href }, "app not reachable");
        }
      }
      const waitMs = failures === 0 ? STEADY_MS : failures < FAST_TRIES ? FAST_MS : SLOW_MS;
      await pause(waitMs, signal);
    }
  };

  return {
    hasSynced: () => hasSynced,
    isReachable: () => hasSynced && failures === 0,
    hurry() {
      // While it is known to be away the app is asked often enough already.
      if (failures === 0) wakeUp();
    },
    work,
  };
}

/** The app is back: what waits for it need not wait any longer. */
async function releaseUnreachable(parts: EngineParts): Promise<void> {
  await parts.db
    .query(
      `UPDATE engine.jobs SET run_at = now(), unreachable = 0
       WHERE unreachable > 0 AND lease IS NULL AND run_at > now()`,
    )
    .catch((error: Error) => parts.log.warn({ err: error }, "could not reschedule waiting jobs"));
}
