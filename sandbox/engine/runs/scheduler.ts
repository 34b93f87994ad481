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
  /** Something became due: look now. */
  wake(): void;
  /** Works until `signal` is aborted; calls under way are left running. */
  work(signal: AbortSignal): Promise<void>;
  callsUnderWay(): number;
  /** Waits for the calls under way, then cuts them off and gives their jobs back. */
  drain(graceMs: number): Promise<void>;
};

type Hooks = {
  /** Events wait until the app has told its functions once. */
  canDispatch(): boolean;
  /** A call could not reach the app. */
  onUnreachable(): void;
};

/** Turns accepted events into runs and due jobs into calls. */
export function createScheduler(parts: EngineParts, ownerId: string, hooks: Hooks): Scheduler {
  const counters = new ConcurrencyCounters();
  const underWay = new Map<string, Promise<void>>();
  const cutOff = new AbortController();
  // Every call under way listens to it.
  setMaxListeners(0, cutOff.signal);
  let isWoken = false;
  let wakeUp: () => void = () => undefined;

  const wake = () => {
    isWoken = true;
    wakeUp();
  };

  const run = async (job: ClaimedJob) => {
    try {
      if (job.kind !== "discover" && job.kind !== "step") await fireTimer(parts, job);
      else if ((await runCall(parts, job, cutOff.signal)) === "unreachable") hooks.onUnreachable();
    } catch (error) {
      parts.log.error({ err: error, runId: job.runId }, "could not run a job");
      await parts.db
        .transaction((tx) => returnJob(tx, job.lease))
        // The lease runs out and the job is claimed again.
        .catch((err: unknown) =>
          parts.log.error({ err, runId: job.runId }, "could not release a lease"),
        );
    } finally {
      counters.release(job.limits);
      underWay.delete(job.lease);
      wake();
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
    if (isWoken || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", wakeUp, { once: true });
    });
    signal.removeEventListener("abort", wakeUp);
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
        isWoken = false;
        try {
          if (hasStrayLeases) await releaseLeases(parts.db, [...underWay.keys()]);
          hasStrayLeases = false;
          if (hooks.canDispatch()) {
            while ((await dispatchEvents(parts)) > 0) if (signal.aborted) return;
          }
          await claimAll();
          await pause(isWoken ? 0 : await nextDueMs(), signal);
        } catch (error) {
          parts.log.warn({ err: error }, "could not read the queue; retrying");
          // A claim may have been committed although its answer was lost.
          hasStrayLeases = true;
          await pause(POLL_MS / 2, signal);
        }
      }
    } finally {
      clearInterval(renewal);
    }
  };

  return {
    wake,
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
