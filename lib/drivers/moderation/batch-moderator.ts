import type { Scores } from "@/lib/features/media/rules/moderation";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { ModeratorUnavailableError, type RgbFrame } from "./moderator";
import type { WatchedModerator } from "./watch-moderator";

/** Frames per request; the maximum of the hosted moderator's contract. */
const FRAMES_AT_ONCE = 16;
/**
 * Animations and videos take seconds, so that few are classified at once: an image waits for at most
 * two batches of them.
 */
const LONG = { runningMax: 2, waitingMax: 32 } as const;

/** Classifies any number of frames, in batches; the batches of few animations and videos at a time. */
export function batchModerator(moderator: WatchedModerator): WatchedModerator {
  const semaphore = createSemaphore(LONG);

  async function classifyAll(frames: readonly RgbFrame[]): Promise<Scores[]> {
    const scores: Scores[] = [];
    for (let first = 0; first < frames.length; first += FRAMES_AT_ONCE) {
      const batch = frames.slice(first, first + FRAMES_AT_ONCE);
      scores.push(...(await moderator.classify(batch)));
    }
    return scores;
  }

  return {
    ...moderator,
    async classify(frames) {
      if (frames.length <= FRAMES_AT_ONCE) return moderator.classify(frames);
      return semaphore(() => classifyAll(frames)).catch((error: unknown) => {
        if (!(error instanceof SemaphoreFullError)) throw error;
        throw new ModeratorUnavailableError("Too many animations and videos at once", {
          cause: error,
        });
      });
    },
  };
}
