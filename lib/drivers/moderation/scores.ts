import { z } from "zod";
import { MODERATION_CLASSES } from "@/lib/features/media/rules/moderation";

/** Softmax probabilities in 32-bit floats: their sum is 1 except for rounding. */
const scores = z
  .record(z.enum(MODERATION_CLASSES), z.number().min(0).max(1.01))
  .refine((all) => Math.abs(Object.values(all).reduce((sum, one) => sum + one, 0) - 1) < 0.02, {
    error: "must add up to 1",
  });

/** A classifier's response: the scores of each frame. */
export const frameScores = z.array(scores);
