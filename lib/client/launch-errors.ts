import type { LaunchStatus } from "../schemas/launch";

export type CompletedLaunch = Extract<LaunchStatus, { state: "completed" }>;
export type FailedLaunch = Extract<LaunchStatus, { state: "failed" }>;

/**
 * A launch has failed. With `transactionMayHaveSucceeded` its transaction had been sent and its fate
 * was unknown: look at the explorer, or ask for the job's status later, before launching again.
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

/** The caller's time ran out before the launch had ended. The launch itself goes on. */
export class LaunchTimeoutError extends Error {
  override readonly name = "LaunchTimeoutError";
  readonly jobId: string;
  /** The latest answer, null when none has arrived. */
  readonly status: LaunchStatus | null;

  constructor(jobId: string, timeoutMs: number, status: LaunchStatus | null, cause: unknown) {
    super(`The launch has not ended within ${timeoutMs / 1_000} s`, { cause });
    this.jobId = jobId;
    this.status = status;
  }
}
