import { bucketStart } from "./candles";

export const DAY = 86_400;

/**
 * Whether a trade counts in the 24h volume as of `windowAt`, in whole minutes; both in Unix
 * seconds.
 */
export function isInDay(time: number, windowAt: number): boolean {
  return bucketStart(time, 60) > windowAt - DAY;
}
