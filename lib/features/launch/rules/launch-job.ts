/** Maximum concurrent launches per chain. */
export const LAUNCHES_AT_ONCE = 8;
/** Expected duration of a launch before any was measured. */
const LAUNCH_SECONDS_DEFAULT = 2;

/**
 * Estimated seconds until a job with `position` unfinished jobs ahead of it is finished.
 * @param recentSeconds durations of the latest completed launches, may be empty
 */
export function estimateWaitSeconds(position: number, recentSeconds: readonly number[]): number {
  const sum = recentSeconds.reduce((total, seconds) => total + seconds, 0);
  const average = recentSeconds.length === 0 ? LAUNCH_SECONDS_DEFAULT : sum / recentSeconds.length;
  return Math.ceil(average * (1 + Math.floor(position / LAUNCHES_AT_ONCE)));
}

/** The error text of a failed job whose transaction had been broadcast. */
export function annotateSubmittedError(reason: string, transactionHash: string): string {
  const bare = reason.replace(/[.\s]+$/, "");
  return `${bare}. Note: Transaction was submitted (${transactionHash}) - please check block explorer to verify status.`;
}
