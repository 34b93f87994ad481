import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { AppError } from "@/lib/shared/errors";
import { createDependency, NoAnswerError } from "./dependency";
import { fromFailedCall, VendorError } from "./vendor-error";

/** The clock of a driver; tests provide their own. */
export type Timing = { now(): Date; wait(ms: number): Promise<void> };

export const SYSTEM_TIMING: Timing = { now: () => new Date(), wait: (ms) => delay(ms) };

/** Calls to one vendor, together within its limits. */
export type Vendor = {
  /**
   * Runs a call that throws VendorError and retries it when that may help.
   * @throws AppError dependency_unavailable (retryable) or internal_error (our credentials)
   */
  run<T>(call: () => Promise<T>): Promise<T>;
};

const PARALLEL_MAX = 8;
const TRIES_MAX = { busy: 4, down: 2, refused: 1 } as const;
/** Maximum wait of a caller; beyond it the request fails as retryable. */
const WAIT_MS_MAX = 8_000;
/** Calls that were queued longer fail, so that an outage leaves no backlog. */
const QUEUE_MS_MAX = 15_000;
const BACKOFF_MS = 1_000;

/**
 * Respects a vendor's limits: few concurrent calls, and after a 429 all calls of this process wait
 * for as long as it requests, or from one second on, doubling. Longer waits are returned to the
 * caller.
 * @param name as shown to users: "wallet provider"
 */
export function createVendor(name: string, timing: Timing): Vendor {
  const inPlace = pLimit(PARALLEL_MAX);
  const dependency = createDependency(`the ${name}`);
  let pausedUntilMs = 0;

  async function run<T>(call: () => Promise<T>): Promise<T> {
    let waitedMs = 0;
    for (let failures = 0; ; ) {
      const waitMs = pausedUntilMs - timing.now().getTime();
      if (waitedMs + waitMs > WAIT_MS_MAX) throw toBusy(name, waitMs);
      if (waitMs > 0) {
        await timing.wait(waitMs);
        waitedMs += waitMs;
      }
      try {
        return await dependency.call(call);
      } catch (error) {
        // The caller has waited long enough; there is no time for another attempt.
        if (error instanceof NoAnswerError) throw toPublicError(name, fromFailedCall(error), 0);
        if (!(error instanceof VendorError)) throw error;
        failures += 1;
        const backoffMs = (error.retryAfterSeconds ?? 0) * 1000 || BACKOFF_MS * 2 ** (failures - 1);
        const untilMs = timing.now().getTime() + backoffMs;
        if (error.kind === "busy") pausedUntilMs = Math.max(pausedUntilMs, untilMs);
        if (failures >= TRIES_MAX[error.kind]) throw toPublicError(name, error, backoffMs);
        if (error.kind === "down") {
          await timing.wait(backoffMs);
          waitedMs += backoffMs;
        }
      }
    }
  }

  return {
    run(call) {
      const startedMs = timing.now().getTime();
      return inPlace(async () => {
        const queuedMs = timing.now().getTime() - startedMs;
        if (queuedMs > QUEUE_MS_MAX) throw toBusy(name, BACKOFF_MS);
        return run(call);
      });
    },
  };
}

function toBusy(name: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("dependency_unavailable", `The ${name} is busy. Try again later.`, {
    retryAfterSeconds,
  });
}

function toPublicError(name: string, cause: VendorError, backoffMs: number): AppError {
  if (cause.kind === "busy") return toBusy(name, backoffMs);
  if (cause.kind === "down") {
    return new AppError("dependency_unavailable", `The ${name} does not respond`, { cause });
  }
  return new AppError("internal_error", `The ${name} is not configured correctly on this server`, {
    cause,
    retryable: false,
  });
}
