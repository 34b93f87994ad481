import { type Moderator, ModeratorUnavailableError } from "./moderator";

/** A failure counts for this long: without uploads, nothing shows that the classifier works again. */
const REMEMBERED_MS = 300_000;

export type WatchedModerator = Moderator & {
  /** Whether the latest classification worked; null if there was none, or if it failed long ago. */
  isHealthy(): boolean | null;
};

/** Remembers whether the latest call worked. The health checks send no image of their own. */
export function watchModerator(moderator: Moderator, now: () => Date): WatchedModerator {
  let latest: { isOk: boolean; at: number } | null = null;
  const record = (isOk: boolean) => {
    latest = { isOk, at: now().getTime() };
  };
  return {
    async classify(frames) {
      try {
        const scores = await moderator.classify(frames);
        record(true);
        return scores;
      } catch (error) {
        if (error instanceof ModeratorUnavailableError) record(false);
        throw error;
      }
    },
    close: () => moderator.close(),
    isHealthy() {
      if (latest === null || latest.isOk) return latest?.isOk ?? null;
      return now().getTime() - latest.at < REMEMBERED_MS ? false : null;
    },
  };
}
