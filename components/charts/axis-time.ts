import { TickMarkType, type Time, type UTCTimestamp } from "lightweight-charts";

const MINUTE = 60;
/**
 * Offset of the local time zone from UTC in seconds. One value for all bars: a change to summer
 * time would otherwise reorder bars.
 */
const OFFSET = -new Date().getTimezoneOffset() * MINUTE;

/** The library renders UTC, so times are shifted to local time. */
export function toAxis(unixSeconds: number): UTCTimestamp {
  // The library's times are branded numbers.
  return (unixSeconds + OFFSET) as UTCTimestamp;
}

/** Formats times as `13:05` without `Intl`, which loads slowly on phones. */
export function formatTick(time: Time, type: TickMarkType): string | null {
  if (typeof time !== "number") return null;
  const clock = new Date(time * 1_000).toISOString().slice("2000-01-01T".length);
  if (type === TickMarkType.Time) return clock.slice(0, "13:05".length);
  return type === TickMarkType.TimeWithSeconds ? clock.slice(0, "13:05:00".length) : null;
}
