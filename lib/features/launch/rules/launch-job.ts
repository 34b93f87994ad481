/** States of a launch job, as the Launch API names them. Source: docs/decisions.md, "Launch API". */
export const LAUNCH_STATES = ["waiting", "active", "completed", "failed"] as const;
export type LaunchState = (typeof LAUNCH_STATES)[number];

/** How many launches of one chain run at the same time. */
export const LAUNCHES_AT_ONCE = 8;
/** What a launch is expected to take while none has been measured yet. */
const LAUNCH_SECONDS_DEFAULT = 2;

/**
 * Seconds until a job with `position` unfinished jobs ahead of it is expected to be done.
 * @param recentSeconds durations of the latest completed launches, may be empty
 */
export function estimateWaitSeconds(position: number, recentSeconds: readonly number[]): number {
  const sum = recentSeconds.reduce((total, seconds) => total + seconds, 0);
  const average = recentSeconds.length === 0 ? LAUNCH_SECONDS_DEFAULT : sum / recentSeconds.length;
  return Math.ceil(average * (1 + Math.floor(position / LAUNCHES_AT_ONCE)));
}

/** The error text of a job whose transaction had been sent when it failed. */
export function annotateSubmittedError(reason: string, transactionHash: string): string {
  const bare = reason.replace(/[.\s]+$/, "");
  return `${bare}. Note: Transaction was submitted (${transactionHash}) - please check block explorer to verify status.`;
}
