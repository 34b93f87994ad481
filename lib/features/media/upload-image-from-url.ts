import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import { IMAGE_LIMITS } from "./rules/image";
import type { ImageAnswer } from "./schema";
import { storeImage, type UploadContext } from "./upload-image";
import { withImageErrors } from "./with-image-errors";

const MEGABYTE = 1024 * 1024;

/**
 * Fetches an image from a public address and stores it as an upload of its caller. Counted before
 * it is fetched, because a request to a third-party server already has a cost.
 * @throws AppError invalid_body, invalid_image, content_flagged, rate_limited, dependency_unavailable
 */
export async function uploadImageFromUrl({
  ctx,
  input,
}: {
  ctx: UploadContext & Pick<ServiceContext, "downloads">;
  input: { url: string; caller: Caller } & Pick<CallerLimits, "limit" | "charge">;
}): Promise<ImageAnswer> {
  const { url, caller, limit, charge } = input;
  await limit("image");
  const found = await ctx.downloads.fetchPublic(url, IMAGE_LIMITS.bytesMax);
  if ("problem" in found) {
    const message = `could not be fetched: ${found.problem}`;
    throw new AppError("invalid_body", `imageUrl: ${message}`, {
      details: [{ path: "imageUrl", message }],
    });
  }
  const { bytes } = found;
  charge("imageBytes", Math.ceil(bytes.length / MEGABYTE));
  const format = await withImageErrors(ctx.images.inspect(bytes));
  return storeImage({ ctx, input: { bytes, format, caller } });
}
