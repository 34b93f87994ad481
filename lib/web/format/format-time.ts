const UNITS = [
  { seconds: 86_400, word: "day" },
  { seconds: 3_600, word: "hour" },
  { seconds: 60, word: "minute" },
  { seconds: 1, word: "second" },
] as const;

/** A date and time in the reader's language and time zone. @param time Unix seconds */
export function formatTime(time: number): string {
  return new Date(time * 1_000).toLocaleString(undefined, {
    dateStyle: "long",
    timeStyle: "short",
  });
}

/** A time of the same day in the reader's language and time zone. @param time Unix seconds */
export function formatClockTime(time: number): string {
  return new Date(time * 1_000).toLocaleTimeString(undefined, { timeStyle: "short" });
}

/** The time until an event, in its two largest units: `in 2 days 3 hours`. */
export function formatCountdown(seconds: number): string {
  if (seconds <= 0) return "now";
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const parts = UNITS.slice(first, first + 2).map((unit, index) => {
    const larger = UNITS[first + index - 1];
    const left = index === 0 || larger === undefined ? seconds : seconds % larger.seconds;
    const count = Math.floor(left / unit.seconds);
    return count === 0 ? "" : `${count} ${unit.word}${count === 1 ? "" : "s"}`;
  });
  return `in ${parts.filter((part) => part !== "").join(" ")}`;
}
