/** Number of points; enough for an image of 100 pixels width. */
export const SPARKLINE_POINTS = 24;
/** Time range in seconds. */
export const SPARKLINE_SECONDS = 24 * 60 * 60;
/** A token younger than this, in seconds, uses minute candles. */
export const SPARKLINE_YOUNG_SECONDS = 3 * 60 * 60;
const DIGITS = 5;

/** Bucket length in seconds for a token of that age. */
export function sparklineBucket(createdAt: number, now: number): 60 | 3600 {
  return createdAt > now - SPARKLINE_YOUNG_SECONDS ? 60 : 3_600;
}

/** Market caps of a bucket; `start` in Unix seconds. */
export type SparklineCandle = { start: number; openWei: bigint; closeWei: bigint };

/**
 * Market caps at evenly spaced times from 24 hours ago, or from the launch, to now, oldest first,
 * rounded to five significant digits. A point is the close of the last bucket that ended before it;
 * the last point is the current market cap.
 * @param token.candles of the time range, oldest first; times in Unix seconds
 */
export function sparkline(
  token: { candles: readonly SparklineCandle[]; createdAt: number; marketCapWei: bigint },
  now: number,
): bigint[] {
  const { candles, createdAt, marketCapWei } = token;
  const from = Math.max(now - SPARKLINE_SECONDS, createdAt);
  const step = Math.max(0, now - from) / (SPARKLINE_POINTS - 1);
  const seconds = sparklineBucket(createdAt, now);
  let next = 0;
  let cap = candles[0]?.openWei ?? marketCapWei;
  return Array.from({ length: SPARKLINE_POINTS }, (_, index) => {
    const moment = from + index * step;
    for (const { start, closeWei } of candles.slice(next)) {
      if (start + seconds > moment) break;
      cap = closeWei;
      next += 1;
    }
    return roundSignificant(index === SPARKLINE_POINTS - 1 ? marketCapWei : cap);
  });
}

/** Rounds half up to five significant digits. */
function roundSignificant(value: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - DIGITS));
  return ((value + unit / 2n) / unit) * unit;
}
