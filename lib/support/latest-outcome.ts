/**
 * A single failure counts for less than the two minutes after which `SlipwayDependencyDown` pages: without
 * further calls, nothing shows whether the service works again.
 */
const ONCE_MS = 90_000;
/** A failure that others preceded, over at least `APART_MS` and without a success, counts for longer. */
const REPEATED_MS = 300_000;
const APART_MS = 30_000;
/** Failures that are further apart are separate ones. */
const TOGETHER_MS = 600_000;

export type LatestOutcome = {
  record(isOk: boolean): void;
  /** Whether the latest call worked; null if there was none, or if it failed long ago. */
  isHealthy(): boolean | null;
};

/**
 * Remembers whether the latest call of a service worked.
 * @param now milliseconds
 */
export function createLatestOutcome(now: () => number): LatestOutcome {
  let latest: { isOk: boolean; at: number } | null = null;
  let failingSince = 0;
  return {
    record(isOk) {
      const at = now();
      const continues = latest?.isOk === false && at - latest.at < TOGETHER_MS;
      if (!continues) failingSince = at;
      latest = { isOk, at };
    },
    isHealthy() {
      if (latest === null || latest.isOk) return latest?.isOk ?? null;
      const countedMs = latest.at - failingSince < APART_MS ? ONCE_MS : REPEATED_MS;
      return now() - latest.at < countedMs ? false : null;
    },
  };
}
