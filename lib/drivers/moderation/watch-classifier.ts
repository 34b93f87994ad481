import { createLatestOutcome } from "@/lib/support/latest-outcome";
import { type Classifier, ClassifierUnavailableError } from "./classifier";

export type WatchedClassifier = Classifier & {
  /** Whether the latest classification worked; null if there was none, or if it failed long ago. */
  isHealthy(): boolean | null;
};

/** Remembers whether the latest call worked. The health checks send no image of their own. */
export function watchClassifier(classifier: Classifier, now: () => Date): WatchedClassifier {
  const { record, isHealthy } = createLatestOutcome(() => now().getTime());
  return {
    async classify(frames) {
      try {
        const scores = await classifier.classify(frames);
        record(true);
        return scores;
      } catch (error) {
        if (error instanceof ClassifierUnavailableError) record(false);
        throw error;
      }
    },
    close: () => classifier.close(),
    isHealthy,
  };
}
