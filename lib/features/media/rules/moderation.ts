/** Edge of a frame in pixels: the classifier's input. Three bytes per pixel, row by row. */
export const FRAME_SIZE = 224;
export const FRAME_BYTES = FRAME_SIZE * FRAME_SIZE * 3;

/** The classes of the classifier; the scores of a frame sum to 1. */
export const MODERATION_CLASSES = ["Drawing", "Hentai", "Neutral", "Porn", "Sexy"] as const;
export type ModerationClass = (typeof MODERATION_CLASSES)[number];
export type Scores = Readonly<Record<ModerationClass, number>>;

/**
 * The moderation policy: the first rule whose classes together reach its threshold flags the frame.
 * The default thresholds can be configured; they are not calibrated.
 */
export const MODERATION_RULES = {
  explicit: {
    classes: ["Porn", "Hentai"],
    threshold: 0.6,
    reason: "sexually explicit content",
  },
  suggestive: {
    classes: ["Sexy"],
    threshold: 0.85,
    reason: "sexually suggestive content",
  },
} as const satisfies Record<string, ModerationRule>;

type ModerationRule = { classes: readonly ModerationClass[]; threshold: number; reason: string };
export type ModerationThresholds = Readonly<Record<keyof typeof MODERATION_RULES, number>>;

/** Response shape: docs/interface.md, "POST /api/v1/upload-image". `details` is the worst frame. */
export type NsfwDetection = {
  isNSFW: boolean;
  /** 0 to 1: sum of the scores of the rule's classes. */
  score: number;
  message: string;
  details: { className: ModerationClass; probability: number }[];
};

export type Verdict =
  | { flagged: false; reason: null; nsfwDetection: null }
  | { flagged: true; reason: string; nsfwDetection: NsfwDetection };

/**
 * Applies the policy to the scores of frames; the worst frame decides.
 * @param thresholds 0 flags everything, above 1 flags nothing
 */
export function judgeScores(frames: readonly Scores[], thresholds: ModerationThresholds): Verdict {
  const rules: [ModerationRule, number][] = [
    [MODERATION_RULES.explicit, thresholds.explicit],
    [MODERATION_RULES.suggestive, thresholds.suggestive],
  ];
  for (const [rule, threshold] of rules) {
    const sumOf = (scores: Scores) => rule.classes.reduce((sum, name) => sum + scores[name], 0);
    const [worst] = frames.toSorted((a, b) => sumOf(b) - sumOf(a));
    if (worst === undefined || sumOf(worst) < threshold) continue;
    const score = round(sumOf(worst));
    const nsfwDetection = {
      isNSFW: true,
      score,
      message: `This looks like ${rule.reason} (${rule.classes.join(" + ")}: ${Math.round(score * 100)}%)`,
      details: MODERATION_CLASSES.map((className) => ({
        className,
        probability: round(worst[className]),
      })).toSorted((a, b) => b.probability - a.probability),
    };
    return { flagged: true, reason: rule.reason, nsfwDetection };
  }
  return { flagged: false, reason: null, nsfwDetection: null };
}

/** Four digits; more are not significant. */
function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
