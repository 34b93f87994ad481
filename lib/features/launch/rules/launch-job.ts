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

/** The public reason of a launch that failed because of an error with private details. */
export const NO_RESPONSE = "The chain or another service did not respond";
export const NOTHING_SENT = `${NO_RESPONSE}. Nothing was sent.`;

/** In texts of viem, with the URL of a node and its key, and of the database driver, with parameters. */
const PRIVATE_DETAILS = /URL: |Request body: |Failed query: |viem@/;
const SUBMITTED_HASH = /Transaction was submitted \((0x[0-9a-f]{64})\)/;

/** A stored error as the public sees it: earlier releases stored errors with private details. */
export function publicErrorOf(stored: string): string {
  if (!PRIVATE_DETAILS.test(stored)) return stored;
  const hash = SUBMITTED_HASH.exec(stored)?.[1];
  return hash === undefined ? NOTHING_SENT : annotateSubmittedError(NO_RESPONSE, hash);
}

/** The error text of a failed job whose transaction had been broadcast. */
export function annotateSubmittedError(reason: string, transactionHash: string): string {
  const bare = reason.replace(/[.\s]+$/, "");
  return `${bare}. Note: Transaction was submitted (${transactionHash}) - please check block explorer to verify status.`;
}
