import { z } from "zod";
import { MODERATION_REASONS } from "@/lib/features/moderation/rules/moderation";
import { checksumAddress } from "@/lib/schemas/common";
import { meta } from "./meta";

/** Data API extension: the video of a token. */
export const tokenVideo = z.strictObject({
  tokenAddress: checksumAddress,
  video: z
    .strictObject({
      uid: z.string(),
      streamUrl: z.url(),
      thumbnailUrl: z.url(),
      duration: z.number().nonnegative().meta({ description: "Duration in seconds." }),
      width: z.number().int().positive(),
      height: z.number().int().positive(),
    })
    .nullable(),
  moderation: z
    .strictObject({ state: z.literal("video_removed"), reason: z.enum(MODERATION_REASONS) })
    .optional()
    .meta({ description: "Only of a video that a moderator has removed; `video` is null then." }),
  meta,
});
export type TokenVideoAnswer = z.output<typeof tokenVideo>;

/** The fields read from a metadata document. Untrusted input: anyone can write one. */
export const videoMention = z
  .object({ video: z.object({ uid: z.string().max(100) }).nullable() })
  .transform(({ video }) => video?.uid ?? null)
  .catch(null);
