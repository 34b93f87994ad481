import type { Bar } from "./chart-series";

/** Lengths of the moving averages in bars. */
export const AVERAGES = [7, 25] as const;
export type AverageLength = (typeof AVERAGES)[number];

/**
 * Simple moving average of the closes: one value per bar, null until there are `length` bars.
 * @throws RangeError if the length is not a positive integer
 */
export function movingAverage(bars: readonly Pick<Bar, "close">[], length: number) {
  if (!Number.isInteger(length) || length < 1) throw new RangeError(`invalid length ${length}`);
  let sum = 0;
  return bars.map(({ close }, at): number | null => {
    sum += close - (bars[at - length]?.close ?? 0);
    return at + 1 < length ? null : sum / length;
  });
}

/** The simple moving average at one bar; null before there are `length` bars. */
export function averageAt(bars: readonly Pick<Bar, "close">[], length: number, at: number) {
  return movingAverage(bars.slice(Math.max(0, at + 1 - length), at + 1), length).at(-1) ?? null;
}
