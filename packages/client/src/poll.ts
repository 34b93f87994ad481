import { ApiError } from "./api-error";
import type { CallOptions } from "./call";
import { sleep } from "./sleep";
import { requireTimeLimit } from "./with-timeout";

/** Longest wait for one response. */
const RESPONSE_TIMEOUT_MS = 15_000;
const PAUSE_MS = { first: 250, factor: 1.5, max: 3_000 } as const;

/**
 * Requests a state again and again until `read` returns a result. The pause grows from 250 ms to
 * 3 s and respects `Retry-After`; network errors, 429 and 5xx only delay the next request.
 * @param options.read null while the state may still change; throws to end the polling
 * @throws what `read` and `onUpdate` throw, the error of `expire` after `timeoutMs`, and ApiErrors that a retry
 * cannot fix; RangeError for a time limit that is negative or not a number
 */
export async function pollState<State, Result>(options: {
  request(options: CallOptions): Promise<State>;
  read(state: State): Result | null;
  expire(latest: State | null, cause: unknown): Error;
  onUpdate: ((state: State) => void) | undefined;
  timeoutMs: number;
  callOptions: CallOptions;
}): Promise<Result> {
  const { request, read, expire, onUpdate, timeoutMs, callOptions } = options;
  requireTimeLimit(timeoutMs);
  // Not by the clock of the computer, which may be set while the caller waits.
  const deadline = performance.now() + timeoutMs;
  let latest: State | null = null;
  for (let pauseMs: number = PAUSE_MS.first; ; pauseMs *= PAUSE_MS.factor) {
    let waitMs = Math.min(pauseMs, PAUSE_MS.max);
    let cause: unknown;
    let received: State | null = null;
    try {
      const leftMs = Math.max(1, deadline - performance.now());
      const timeoutMs = Math.min(RESPONSE_TIMEOUT_MS, leftMs);
      received = await request({ ...callOptions, timeoutMs });
    } catch (error) {
      if (!(error instanceof ApiError && error.retryable)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000);
      cause = error;
    }
    // Outside the try, because an ApiError of the caller's function ends the polling.
    if (received !== null) {
      latest = received;
      onUpdate?.(received);
      const result = read(received);
      if (result !== null) return result;
    }
    if (performance.now() + waitMs > deadline) throw expire(latest, cause);
    await sleep(waitMs, callOptions.signal);
  }
}
