/** Something that does not work. `since` in Unix seconds: when this process noticed it. */
export type Problem = { reason: string; since: number };

/** Remembers since when something does not work. */
export type ProblemTracker = {
  /** Records the state of `name`: what is wrong, or null. @returns the problem with its start */
  record(name: string, reason: string | null): Problem | null;
};

export function createProblemTracker(now: () => Date): ProblemTracker {
  const starts = new Map<string, number>();
  return {
    record(name, reason) {
      if (reason === null) {
        starts.delete(name);
        return null;
      }
      const since = starts.get(name) ?? Math.floor(now().getTime() / 1_000);
      starts.set(name, since);
      return { reason, since };
    },
  };
}
