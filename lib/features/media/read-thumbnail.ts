import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { type Count, requireKnown } from "./require-known";
import { THUMBNAIL_WIDTHS } from "./rules/thumbnail";
import { withImageErrors } from "./with-image-errors";
import { withIpfsErrors } from "./with-ipfs-errors";

/** Images stored elsewhere may be larger than uploads. */
const PICTURE_BYTES_MAX = 20 * 1024 * 1024;

/**
 * A known image as a WebP of at most `width` pixels; cached.
 * @param input.width one of 64, 128, 256, 512, as text
 * @throws AppError as `requireKnown`, and invalid_image if it cannot be shown,
 *   dependency_unavailable
 */
export async function readThumbnail({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "content" | "decisions" | "ipfs" | "images" | "thumbnails">;
  input: { cid: string; width: string; count: Count };
}): Promise<Uint8Array> {
  const { cid, count } = input;
  await requireKnown({ ctx, input: { cid, count } });
  const width = THUMBNAIL_WIDTHS.find((one) => String(one) === input.width);
  if (width === undefined) {
    throw new AppError("invalid_parameters", `w must be one of: ${THUMBNAIL_WIDTHS.join(", ")}`);
  }
  const onMake = () => count("drawing");
  const made = ctx.thumbnails.get({ cid, width }, onMake, async () => {
    const bytes = await withIpfsErrors(() => ctx.ipfs.read(cid, PICTURE_BYTES_MAX));
    if (bytes === null) throw new AppError("not_found", "This content is not stored here");
    return ctx.images.toThumbnail(bytes, width);
  });
  return withImageErrors(made);
}
