import { describe, expect, it } from "vitest";
import { batchClassifier } from "@/lib/drivers/moderation/batch-classifier";
import { ClassifierUnavailableError, type RgbFrame } from "@/lib/drivers/moderation/classifier";

/** A classifier that waits for the test; the score of a frame is its first byte. */
function createClassifier() {
  const batches: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const classifier = batchClassifier({
    async classify(frames) {
      batches.push(frames.length);
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return frames.map(([first = 0]) => ({
        Drawing: first,
        Hentai: 0,
        Neutral: 0,
        Porn: 0,
        Sexy: 0,
      }));
    },
    close: async () => undefined,
    isHealthy: () => true,
  });
  return { classifier, batches, mostAtOnce: () => mostAtOnce };
}

const frames = (count: number): RgbFrame[] =>
  Array.from({ length: count }, (_, at) => Uint8Array.of(at));

describe("the frames of an animation", () => {
  it("are all classified, in order, in batches that a hosted classifier accepts", async () => {
    const { classifier, batches } = createClassifier();
    const scores = await classifier.classify(frames(40));
    expect(scores.map(({ Drawing }) => Drawing)).toEqual(frames(40).map(([first]) => first));
    expect(batches).toEqual([16, 16, 8]);
  });

  it("leave the classifier free for images: two animations at a time", async () => {
    const { classifier, mostAtOnce } = createClassifier();
    await Promise.all(Array.from({ length: 10 }, () => classifier.classify(frames(40))));
    expect(mostAtOnce()).toBe(2);
  });

  it("are not classified while too many animations wait", async () => {
    const { classifier } = createClassifier();
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => classifier.classify(frames(17))),
    );
    const failed = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed).toHaveLength(6);
    for (const error of failed) expect(error).toBeInstanceOf(ClassifierUnavailableError);
    expect(await classifier.classify(frames(1))).toHaveLength(1);
  });
});
