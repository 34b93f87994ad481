import type { ServiceContext } from "@/lib/context";
import { fingerprintsOf } from "@/lib/features/moderation/read-fingerprints";
import { contentRemoved } from "@/lib/features/moderation/require-allowed";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { decodeBase64 } from "@/lib/shared/text/data-uri";
import { moderateFrames } from "./moderate-frames";
import { IMAGE_LIMITS, type ImageFormat } from "./rules/image";
import type { ImageAnswer } from "./schema";
import { type StoreContext, storeContent } from "./store-content";
import { withImageErrors } from "./with-image-errors";

export type UploadContext = StoreContext &
  Pick<ServiceContext, "classifier" | "decisions" | "env" | "ids" | "images">;

/**
 * Validates, re-encodes, classifies and stores an image, in this order: exactly the classified
 * bytes are stored, and nothing of a rejected image.
 * @param input.limit counts the request after the file is recognized as an image
 * @throws AppError invalid_body, invalid_image, payload_too_large, content_flagged,
 *   content_removed, rate_limited, dependency_unavailable
 */
export async function uploadImage({
  ctx,
  input,
}: {
  ctx: UploadContext;
  input: {
    base64: string;
    caller: Caller | null;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<ImageAnswer> {
  const bytes = decode(input.base64);
  const format = await withImageErrors(ctx.images.inspect(bytes));
  await input.limit("image");
  return storeImage({ ctx, input: { bytes, format, caller: input.caller } });
}

/**
 * Re-encodes, classifies and stores an image that was counted.
 * @throws AppError invalid_image, content_flagged, content_removed, dependency_unavailable,
 *   storage_full
 */
export async function storeImage({
  ctx,
  input,
}: {
  ctx: UploadContext;
  input: { bytes: Uint8Array; format: ImageFormat; caller: Caller | null };
}): Promise<ImageAnswer> {
  const { bytes, format } = input;
  const image = await withImageErrors(ctx.images.clean(bytes, format));
  await ctx.decisions.ready();
  const isCopy = ctx.decisions.isCopy(fingerprintsOf(image.views));
  if (isCopy || ctx.decisions.isRemoved(await ctx.ipfs.cidOf(image.bytes))) throw contentRemoved();
  const { flagged, reason, nsfwDetection } = await moderateFrames({ ctx, frames: image.views });
  if (flagged) {
    throw new AppError("content_flagged", `Content flagged: ${reason}`, {
      extras: { nsfwDetection },
    });
  }
  const quotas = quotasOfCaller(ctx, input.caller);
  const cid = await storeContent({ ctx, input: { bytes: image.bytes, quotas } });
  return { success: true, ipfsHash: cid, tokenURI: `ipfs://${cid}`, nsfwDetection };
}

function decode(text: string): Uint8Array {
  const bytes = decodeBase64(text, IMAGE_LIMITS.bytesMax);
  if (bytes === "too_long") {
    throw new AppError("payload_too_large", `The image is over ${IMAGE_LIMITS.bytesMax} bytes`);
  }
  if (bytes !== null) return bytes;
  const message = "must be base64, with or without data:image/png;base64, before it";
  throw new AppError("invalid_body", `base64Image: ${message}`, {
    details: [{ path: "base64Image", message }],
  });
}
