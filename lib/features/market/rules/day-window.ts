import { bucketStart } from "./candles";

export const DAY = 86_400;

/** Whether a trade counts in the 24 h volume as of `windowAt`: whole minutes, both Unix seconds. */
export function isInDay(time: number, windowAt: number): boolean {
  return bucketStart(time, 60) > windowAt - DAY;
}
