const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;

/** The pause in milliseconds after a number of failures in a row. */
export function backoffMs(failures: number): number {
  return Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(failures - 1, 10));
}
