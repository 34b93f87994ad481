/** Buckets that are kept, in seconds; the others are rolled up from them. */
export const STORED_INTERVALS = [1, 60, 3_600, 86_400] as const;
export type StoredInterval = (typeof STORED_INTERVALS)[number];

/** The intervals of the candles endpoint: their length, and what they are made from. */
export const INTERVALS = {
  "1s": { seconds: 1, from: 1 },
  "1m": { seconds: 60, from: 60 },
  "5m": { seconds: 300, from: 60 },
  "15m": { seconds: 900, from: 60 },
  "1h": { seconds: 3_600, from: 3_600 },
  "4h": { seconds: 14_400, from: 3_600 },
  "1d": { seconds: 86_400, from: 86_400 },
} as const satisfies Record<string, { seconds: number; from: StoredInterval }>;

export type CandleInterval = keyof typeof INTERVALS;
export const CANDLE_INTERVALS = [
  "1s",
  "1m",
  "5m",
  "15m",
  "1h",
  "4h",
  "1d",
] as const satisfies CandleInterval[];

/** Start of the bucket that holds a time; both in Unix seconds, buckets aligned to the epoch. */
export function bucketStart(time: number, seconds: number): number {
  return Math.floor(time / seconds) * seconds;
}
