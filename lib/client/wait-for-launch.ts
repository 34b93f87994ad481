import { getLaunchStatus } from "../operations/launch";
import type { LaunchStatus } from "../schemas/launch";
import { ApiError } from "./api-error";
import { type CallOptions, call } from "./call";
import { type CompletedLaunch, LaunchFailedError, LaunchTimeoutError } from "./launch-errors";
import { sleep } from "./sleep";

const TIMEOUT_MS = 180_000;
/** Longest wait for one answer. */
const ANSWER_TIMEOUT_MS = 15_000;
const PAUSE_MS = { first: 250, factor: 1.5, max: 3_000 } as const;

export type WaitOptions = {
  /** How long to wait for the end of the launch, in milliseconds; 3 minutes when left out. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal;
  /** Gets every answer on the way, the last one too. */
  onUpdate?: ((status: LaunchStatus) => void) | undefined;
};

/**
 * Polls a launch until it has ended. The pause grows from 250 ms to 3 s; `Retry-After` is respected;
 * an answer that fails to arrive, 429 and 5xx only delay the next try.
 * @throws LaunchFailedError, LaunchTimeoutError, ApiError for an error that no waiting will mend
 */
export async function waitForLaunch(
  jobId: string,
  { timeoutMs = TIMEOUT_MS, onUpdate, ...callOptions }: WaitOptions & CallOptions = {},
): Promise<CompletedLaunch> {
  const deadline = Date.now() + timeoutMs;
  let latest: LaunchStatus | null = null;
  for (let pauseMs: number = PAUSE_MS.first; ; pauseMs *= PAUSE_MS.factor) {
    let waitMs = Math.min(pauseMs, PAUSE_MS.max);
    let cause: unknown;
    try {
      latest = await ask(jobId, deadline, callOptions);
      onUpdate?.(latest);
      if (latest.state === "completed") return latest;
      if (latest.state === "failed") throw new LaunchFailedError(jobId, latest);
    } catch (error) {
      if (!(error instanceof ApiError && error.retryable)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000);
      cause = error;
    }
    if (Date.now() + waitMs > deadline) {
      throw new LaunchTimeoutError(jobId, timeoutMs, latest, cause);
    }
    await sleep(waitMs, callOptions.signal);
  }
}

function ask(jobId: string, deadline: number, options: CallOptions): Promise<LaunchStatus> {
  const timeoutMs = Math.min(ANSWER_TIMEOUT_MS, Math.max(1, deadline - Date.now()));
  return call(getLaunchStatus, { params: { jobId } }, { ...options, timeoutMs });
}
