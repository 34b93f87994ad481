import { describe, expect, it } from "vitest";
import { batchModerator } from "@/lib/drivers/moderation/batch-moderator";
import { ModeratorUnavailableError, type RgbFrame } from "@/lib/drivers/moderation/moderator";

/** A moderator that waits for the test; the score of a frame is its first byte. */
function createModerator() {
  const batches: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const moderator = batchModerator({
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
  return { moderator, batches, mostAtOnce: () => mostAtOnce };
}

const frames = (count: number): RgbFrame[] =>
  Array.from({ length: count }, (_, at) => Uint8Array.of(at));

describe("the frames of an animation", () => {
  it("are all classified, in order, in batches that a hosted moderator accepts", async () => {
    const { moderator, batches } = createModerator();
    const scores = await moderator.classify(frames(40));
    expect(scores.map(({ Drawing }) => Drawing)).toEqual(frames(40).map(([first]) => first));
    expect(batches).toEqual([16, 16, 8]);
  });

  it("leave the classifier free for images: two animations at a time", async () => {
    const { moderator, mostAtOnce } = createModerator();
    await Promise.all(Array.from({ length: 10 }, () => moderator.classify(frames(40))));
    expect(mostAtOnce()).toBe(2);
  });

  it("are not classified while too many animations wait", async () => {
    const { moderator } = createModerator();
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => moderator.classify(frames(17))),
    );
    const failed = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed).toHaveLength(6);
    for (const error of failed) expect(error).toBeInstanceOf(ModeratorUnavailableError);
    expect(await moderator.classify(frames(1))).toHaveLength(1);
  });
});
