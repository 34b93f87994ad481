import { z } from "zod";
import { checksumAddress } from "@/lib/schemas/common";
import { meta } from "./tokens";

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
  meta,
});
export type TokenVideoAnswer = z.output<typeof tokenVideo>;

/** The fields read from a metadata document. Untrusted input: anyone can write one. */
export const videoMention = z
  .object({ video: z.object({ uid: z.string().max(100) }).nullable() })
  .transform(({ video }) => video?.uid ?? null)
  .catch(null);
