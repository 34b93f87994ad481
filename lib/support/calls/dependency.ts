import { AsyncLocalStorage } from "node:async_hooks";
import { timeoutSignal, unlessAborted } from "@/lib/shared/abort";
import { UnavailableError } from "@/lib/shared/unavailable";
import { createSilenceTimeout } from "./silence-timeout";

/**
 * How long calls to other services may take. While a request waits, a service that does not answer
 * is given up after `DEPENDENCY_TIMEOUT_MS`, so that the caller gets 503 soon. Background work keeps
 * the longer limits of each driver.
 */
type Scope = { silentMs: number; deadline: AbortSignal | null };

const scopes = new AsyncLocalStorage<Scope | null>();

/** While others are answered, a call may take this many times the limit. */
const TOTAL_FACTOR = 3;

/** A service did not answer while a request waited for it. */
export class NoAnswerError extends UnavailableError {
  override readonly name = "NoAnswerError";
}

/** Runs a request: its calls to other services are limited to `silentMs` without an answer. */
export function duringRequest<T>(silentMs: number, run: () => T): T {
  return scopes.run({ silentMs, deadline: null }, run);
}

/** Runs work that continues without its request, with the limits of background work. */
export function inBackground<T>(run: () => T): T {
  return scopes.run(null, run);
}

/** How long the request that is running may wait without an answer; null in background work. */
export function requestLimitMs(): number | null {
  return scopes.getStore()?.silentMs ?? null;
}

/**
 * The time limit of one attempt: `timeoutMs`, and the deadline of the surrounding `Dependency.call`.
 * @param timeoutMs null if only the deadline applies
 */
export function callSignal(timeoutMs: number | null): AbortSignal {
  const limits = [
    scopes.getStore()?.deadline ?? [],
    timeoutMs === null ? [] : timeoutSignal(timeoutMs),
  ].flat();
  const [first] = limits;
  return limits.length === 1 && first !== undefined ? first : AbortSignal.any(limits);
}

/** One service that requests depend on. */
export type Dependency = {
  /**
   * Runs a call with its retries. While a request waits, it fails as soon as the service has not
   * answered any call for the request's limit; `callSignal` aborts then. Unlimited in background
   * work.
   * @throws NoAnswerError, and errors of `run`
   */
  call<T>(run: () => Promise<T>): Promise<T>;
  /** Call when the service has answered, even with an error. */
  answered(): void;
};

/** @param name as shown in the log: "chain base" */
export function createDependency(name: string): Dependency {
  const timeout = createSilenceTimeout(() => new NoAnswerError(`${name} did not answer in time`));
  return {
    answered: timeout.renew,
    async call(run) {
      const silentMs = requestLimitMs();
      if (silentMs === null) return run();
      const deadline = timeout.signal({ silentMs, totalMs: TOTAL_FACTOR * silentMs });
      const work = scopes.run({ silentMs, deadline }, run);
      const value = await unlessAborted(work, deadline);
      timeout.renew();
      return value;
    },
  };
}
