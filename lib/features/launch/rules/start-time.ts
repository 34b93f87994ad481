/** Source: contracts, `Launchpad.MAX_START_DELAY`. */
const START_DELAY_MAX = 30 * 24 * 60 * 60;
/** The clock of a chain may be behind ours. */
const CLOCK_DIFFERENCE_MAX = 60;

/** Why trading cannot open at a time, or null. Both times are in Unix seconds. */
export function findStartProblem(startTime: number, now: number): string | null {
  if (startTime <= now) return "must be in the future; leave it out to open trading at once";
  if (startTime > now + START_DELAY_MAX - CLOCK_DIFFERENCE_MAX) return "must be within 30 days";
  return null;
}
