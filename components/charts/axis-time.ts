import { TickMarkType, type Time, type UTCTimestamp } from "lightweight-charts";

const MINUTE = 60;
/**
 * How far the reader's clock is from UTC, in seconds. One number for all bars: with the change to
 * summer time a bar would else come before the one before it.
 */
const OFFSET = -new Date().getTimezoneOffset() * MINUTE;

/** The library writes UTC below its axis: a time is moved so that it reads as the reader's clock. */
export function toAxis(unixSeconds: number): UTCTimestamp {
  // Times of the library are branded numbers.
  return (unixSeconds + OFFSET) as UTCTimestamp;
}

/** Times of day as `13:05`, without the formats of the browser that a phone takes long to load. */
export function formatTick(time: Time, type: TickMarkType): string | null {
  if (typeof time !== "number") return null;
  const clock = new Date(time * 1_000).toISOString().slice("2000-01-01T".length);
  if (type === TickMarkType.Time) return clock.slice(0, "13:05".length);
  return type === TickMarkType.TimeWithSeconds ? clock.slice(0, "13:05:00".length) : null;
}
