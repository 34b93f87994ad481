import { createLatestOutcome } from "@/lib/support/latest-outcome";
import { type Moderator, ModeratorUnavailableError } from "./moderator";

export type WatchedModerator = Moderator & {
  /** Whether the latest classification worked; null if there was none, or if it failed long ago. */
  isHealthy(): boolean | null;
};

/** Remembers whether the latest call worked. The health checks send no image of their own. */
export function watchModerator(moderator: Moderator, now: () => Date): WatchedModerator {
  const { record, isHealthy } = createLatestOutcome(() => now().getTime());
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
    isHealthy,
  };
}
