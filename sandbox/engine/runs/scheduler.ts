import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { EngineParts } from "@/sandbox/engine/parts";
import {
  type ClaimedJob,
  ConcurrencyCounters,
  claimJobs,
  releaseLeases,
  renewLeases,
  returnJob,
} from "@/sandbox/engine/runs/claim-jobs";
import { dispatchEvents } from "@/sandbox/engine/runs/dispatch-events";
import { fireTimer } from "@/sandbox/engine/runs/fire-timer";
import { runCall } from "@/sandbox/engine/runs/run-call";

const POLL_MS = 1_000;
const RENEW_MS = 20_000;

export type Scheduler = {
  /** Triggers an immediate check for due work. */
  runNow(): void;
  /** Works until `signal` aborts; running calls continue. */
  work(signal: AbortSignal): Promise<void>;
  callsUnderWay(): number;
  /** Waits for the running calls, then aborts them and returns their jobs. */
  drain(graceMs: number): Promise<void>;
};

type Hooks = {
  /** Events wait until the app has registered its functions once. */
  canDispatch(): boolean;
  /** Called when a call could not reach the app. */
  onUnreachable(): void;
};

/** Turns accepted events into runs and due jobs into calls. */
export function createScheduler(parts: EngineParts, ownerId: string, hooks: Hooks): Scheduler {
  const counters = new ConcurrencyCounters();
  const underWay = new Map<string, Promise<void>>();
  const cutOff = new AbortController();
  // Every running call adds a listener.
  setMaxListeners(0, cutOff.signal);
  let isRequested = false;
  let endPause: () => void = () => undefined;

  const runNow = () => {
    isRequested = true;
    endPause();
  };

  const run = async (job: ClaimedJob) => {
    try {
      if (job.kind !== "discover" && job.kind !== "step") await fireTimer(parts, job);
      else if ((await runCall(parts, job, cutOff.signal)) === "unreachable") hooks.onUnreachable();
    } catch (error) {
      parts.log.error({ err: error, runId: job.runId }, "could not run a job");
      await parts.db
        .transaction((tx) => returnJob(tx, job.lease))
        // The lease expires and the job is claimed again.
        .catch((err: unknown) =>
          parts.log.error({ err, runId: job.runId }, "could not release a lease"),
        );
    } finally {
      counters.release(job.limits);
      underWay.delete(job.lease);
      runNow();
    }
  };

  const claimAll = async () => {
    for (;;) {
      const room = parts.settings.callsMax - underWay.size;
      if (room <= 0) return;
      const jobs = await claimJobs(parts.db, ownerId, counters, room);
      for (const job of jobs) underWay.set(job.lease, run(job));
      if (jobs.length < room) return;
    }
  };

  const nextDueMs = async (): Promise<number> => {
    const next = await parts.db.query<{ wait_ms: number | null }>(
      `SELECT (extract(epoch FROM min(run_at) - now()) * 1000)::float8 AS wait_ms
       FROM engine.jobs WHERE run_at > now() AND lease IS NULL`,
    );
    return Math.max(1, Math.min(POLL_MS, Math.ceil(next.rows[0]?.wait_ms ?? POLL_MS)));
  };

  const pause = async (waitMs: number, signal: AbortSignal) => {
    if (isRequested || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", endPause, { once: true });
    });
    signal.removeEventListener("abort", endPause);
  };

  const work = async (signal: AbortSignal) => {
    let hasStrayLeases = true;
    const renewal = setInterval(() => {
      if (underWay.size === 0) return;
      renewLeases(parts.db, [...underWay.keys()]).catch((error: Error) =>
        parts.log.warn({ err: error }, "could not renew leases"),
      );
    }, RENEW_MS);
    try {
      while (!signal.aborted) {
        isRequested = false;
        try {
          if (hasStrayLeases) await releaseLeases(parts.db, [...underWay.keys()]);
          hasStrayLeases = false;
          if (hooks.canDispatch()) {
            while ((await dispatchEvents(parts)) > 0) if (signal.aborted) return;
          }
          await claimAll();
          await pause(isRequested ? 0 : await nextDueMs(), signal);
        } catch (error) {
          parts.log.warn({ err: error }, "could not read the queue; retrying");
          // A claim may have been committed although its response was lost.
          hasStrayLeases = true;
          await pause(POLL_MS / 2, signal);
        }
      }
    } finally {
      clearInterval(renewal);
    }
  };

  return {
    runNow,
    work,
    callsUnderWay: () => underWay.size,
    async drain(graceMs) {
      const all = Promise.all(underWay.values());
      const timeout = new AbortController();
      await Promise.race([all, sleep(graceMs, undefined, { signal: timeout.signal })]);
      timeout.abort();
      cutOff.abort();
      await Promise.all(underWay.values());
      await releaseLeases(parts.db, []);
    },
  };
}
