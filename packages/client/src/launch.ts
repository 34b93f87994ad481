import { getLaunchStatus } from "@/lib/features/launch/operations";
import { type CallOptions, call } from "./call";
import { pollState } from "./poll";
import type { LaunchStatus } from "./wire";

export type CompletedLaunch = Extract<LaunchStatus, { state: "completed" }>;
export type FailedLaunch = Extract<LaunchStatus, { state: "failed" }>;

/**
 * A launch has failed. With `transactionMayHaveSucceeded` its transaction was sent and the outcome is
 * unknown: check the block explorer, or the launch status later, before you launch again.
 */
export class LaunchFailedError extends Error {
  override readonly name = "LaunchFailedError";
  readonly jobId: string;
  readonly status: FailedLaunch;
  readonly transactionHash: string | null;
  readonly transactionMayHaveSucceeded: boolean;

  constructor(jobId: string, status: FailedLaunch) {
    super(status.error);
    this.jobId = jobId;
    this.status = status;
    this.transactionHash = status.transactionHash;
    this.transactionMayHaveSucceeded = status.transactionMayHaveSucceeded === true;
  }
}

/**
 * `timeoutMs` passed before the launch was seen to end. If `status` is null, no status was received, and it
 * may have ended; otherwise it continues.
 */
export class LaunchTimeoutError extends Error {
  override readonly name = "LaunchTimeoutError";
  readonly jobId: string;
  /** The latest status, null if none was received. */
  readonly status: LaunchStatus | null;

  constructor(jobId: string, timeoutMs: number, status: LaunchStatus | null, cause: unknown) {
    super(`The launch has not ended within ${timeoutMs / 1_000} s`, { cause });
    this.jobId = jobId;
    this.status = status;
  }
}

const TIMEOUT_MS = 180_000;

export type WaitOptions = {
  /** How long to wait for the end of the launch, in milliseconds (3 minutes). */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Receives every status, the last one included. */
  onUpdate?: ((status: LaunchStatus) => void) | undefined;
};

/**
 * Polls a launch until it is completed, see `poll`.
 * @throws LaunchFailedError, LaunchTimeoutError, ApiError
 */
export function waitForLaunch(
  jobId: string,
  { timeoutMs = TIMEOUT_MS, onUpdate, ...callOptions }: WaitOptions & CallOptions = {},
): Promise<CompletedLaunch> {
  return pollState<LaunchStatus, CompletedLaunch>({
    request: (options) => call(getLaunchStatus, { params: { jobId } }, options),
    read(status) {
      if (status.state === "failed") throw new LaunchFailedError(jobId, status);
      return status.state === "completed" ? status : null;
    },
    expire: (latest, cause) => new LaunchTimeoutError(jobId, timeoutMs, latest, cause),
    onUpdate,
    timeoutMs,
    callOptions,
  });
}
