import { describe, expect, it } from "vitest";
import {
  judgeScores,
  MODERATION_CLASSES,
  MODERATION_RULES,
  type Scores,
} from "@/lib/features/media/rules/moderation";

const DEFAULTS = {
  explicit: MODERATION_RULES.explicit.threshold,
  suggestive: MODERATION_RULES.suggestive.threshold,
};

/** Scores with the given ones; the remainder is Neutral. */
function scores(given: Partial<Scores>): Scores {
  const left = 1 - Object.values(given).reduce((sum, one) => sum + one, 0);
  return { Drawing: 0, Hentai: 0, Porn: 0, Sexy: 0, Neutral: left, ...given };
}

describe("judgeScores", () => {
  it.each([
    ["a landscape", [{}], null, 0],
    ["a drawing", [{ Drawing: 0.97, Hentai: 0.02 }], null, 0],
    ["just below the explicit threshold", [{ Porn: 0.3, Hentai: 0.2999 }], null, 0],
    ["at the explicit threshold", [{ Porn: 0.6 }], "sexually explicit content", 0.6],
    ["both classes together", [{ Porn: 0.35, Hentai: 0.35 }], "sexually explicit content", 0.7],
    ["hentai alone", [{ Hentai: 0.91 }], "sexually explicit content", 0.91],
    ["a beach", [{ Sexy: 0.8499 }], null, 0],
    ["at the suggestive threshold", [{ Sexy: 0.85 }], "sexually suggestive content", 0.85],
    ["between both", [{ Sexy: 0.5, Porn: 0.45 }], null, 0],
    ["one bad frame of many", [{}, {}, { Porn: 0.99 }, {}], "sexually explicit content", 0.99],
    ["the worst of bad frames", [{ Porn: 0.7 }, { Porn: 0.9 }], "sexually explicit content", 0.9],
    [
      "explicit before suggestive",
      [{ Sexy: 0.9 }, { Porn: 0.6 }],
      "sexually explicit content",
      0.6,
    ],
    ["no frames", [], null, 0],
  ] as const)("%s", (_, frames, reason, score) => {
    const verdict = judgeScores(frames.map(scores), DEFAULTS);
    expect(verdict.flagged).toBe(reason !== null);
    expect(verdict.reason).toBe(reason);
    expect(verdict.nsfwDetection?.score ?? 0).toBeCloseTo(score, 4);
  });

  it("returns the scores of the deciding frame, highest first", () => {
    const frames = [{ Porn: 0.61, Sexy: 0.2 }, { Porn: 0.2 }].map(scores);
    expect(judgeScores(frames, DEFAULTS).nsfwDetection).toEqual({
      isNSFW: true,
      score: 0.61,
      message: "This looks like sexually explicit content (Porn + Hentai: 61%)",
      details: [
        { className: "Porn", probability: 0.61 },
        { className: "Sexy", probability: 0.2 },
        { className: "Neutral", probability: 0.19 },
        { className: "Drawing", probability: 0 },
        { className: "Hentai", probability: 0 },
      ],
    });
  });

  it("flags everything with a threshold of 0", () => {
    const verdict = judgeScores([scores({})], { explicit: 0, suggestive: 1 });
    expect(verdict).toMatchObject({ flagged: true, reason: "sexually explicit content" });
    expect(verdict.nsfwDetection?.details).toHaveLength(MODERATION_CLASSES.length);
  });

  it("applies the given thresholds", () => {
    const frame = scores({ Sexy: 0.5 });
    expect(judgeScores([frame], { explicit: 1, suggestive: 0.5 }).flagged).toBe(true);
    expect(judgeScores([frame], { explicit: 1, suggestive: 0.51 }).flagged).toBe(false);
  });
});
