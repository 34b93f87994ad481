import type { Scores } from "@/lib/features/media/rules/moderation";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { ClassifierUnavailableError, type RgbFrame } from "./classifier";
import type { WatchedClassifier } from "./watch-classifier";

/** Frames per request; the maximum of the hosted classifier's contract. */
const FRAMES_AT_ONCE = 16;
/**
 * Animations and videos take seconds, so that few are classified at once: an image waits for at most
 * two batches of them.
 */
const LONG = { runningMax: 2, waitingMax: 32 } as const;

/** Classifies any number of frames, in batches; the batches of few animations and videos at a time. */
export function batchClassifier(classifier: WatchedClassifier): WatchedClassifier {
  const semaphore = createSemaphore(LONG);

  async function classifyAll(frames: readonly RgbFrame[]): Promise<Scores[]> {
    const scores: Scores[] = [];
    for (let first = 0; first < frames.length; first += FRAMES_AT_ONCE) {
      const batch = frames.slice(first, first + FRAMES_AT_ONCE);
      scores.push(...(await classifier.classify(batch)));
    }
    return scores;
  }

  return {
    ...classifier,
    async classify(frames) {
      if (frames.length <= FRAMES_AT_ONCE) return classifier.classify(frames);
      return semaphore(() => classifyAll(frames)).catch((error: unknown) => {
        if (!(error instanceof SemaphoreFullError)) throw error;
        throw new ClassifierUnavailableError("Too many animations and videos at once", {
          cause: error,
        });
      });
    },
  };
}
