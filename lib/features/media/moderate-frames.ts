import type { ServiceContext } from "@/lib/context";
import type { RgbFrame } from "@/lib/drivers/moderation/classifier";
import { AppError } from "@/lib/shared/errors";
import { judgeScores, type Verdict } from "./rules/moderation";

/**
 * Classifies the frames of an image or video and applies the policy.
 * @param frames 224 × 224 pixels, three bytes each (`lib/drivers/moderation/classifier.ts`)
 * @throws AppError dependency_unavailable if the classifier is down; then nothing may be stored
 */
export async function moderateFrames({
  ctx,
  frames,
}: {
  ctx: Pick<ServiceContext, "env" | "classifier">;
  frames: readonly RgbFrame[];
}): Promise<Verdict> {
  const scores = await ctx.classifier.classify(frames).catch((cause: unknown) => {
    throw new AppError(
      "dependency_unavailable",
      "Content moderation is unavailable. Nothing was stored. Try again later.",
      { cause, retryAfterSeconds: 5 },
    );
  });
  return judgeScores(scores, {
    explicit: ctx.env.MODERATION_EXPLICIT_THRESHOLD,
    suggestive: ctx.env.MODERATION_SUGGESTIVE_THRESHOLD,
  });
}
