import type { ServiceContext } from "@/lib/context";
import { type ImageQueue, ImageRefusedError } from "@/lib/drivers/images/images";
import { CorruptBlockError } from "@/lib/drivers/ipfs/ipfs";
import { contentKey } from "@/lib/shared/cid";
import { fingerprintOf, type ImageFingerprint, isRecognizable } from "./rules/image-fingerprint";

/** Images stored elsewhere may be larger than uploads. */
const BYTES_MAX = 20 * 1024 * 1024;

/** The fingerprints of frames that can be recognized. */
export function fingerprintsOf(frames: readonly Uint8Array[]): ImageFingerprint[] {
  return frames.map(fingerprintOf).filter(isRecognizable);
}

/**
 * The fingerprints of a stored image; none if it is not stored, damaged, not an image, or flat. They are
 * cached, because every request with metadata and every launch needs them.
 * @throws the failure of storage
 */
export async function readFingerprints(
  ctx: Pick<ServiceContext, "images" | "ipfs" | "log">,
  cid: string,
): Promise<readonly ImageFingerprint[]> {
  // Not by the hash: as raw bytes, the root block of a file has the hash of the file.
  const found = ctx.images.fingerprints.read(contentKey(cid), () =>
    computeFingerprints(ctx, cid, "uploads"),
  );
  return (await found) ?? [];
}

/** The same for a removal by a moderator: uploads that are being decoded do not delay it. */
export async function readRemovalFingerprints(
  ctx: Pick<ServiceContext, "images" | "ipfs" | "log">,
  cid: string,
): Promise<readonly ImageFingerprint[]> {
  return (await computeFingerprints(ctx, cid, "removals")) ?? [];
}

/**
 * Null for an image that is not stored, or damaged: it may be stored later. Also if the decoder failed: a
 * lack of time or memory looks the same as damage, and must not be cached as an image without fingerprints.
 */
async function computeFingerprints(
  ctx: Pick<ServiceContext, "images" | "ipfs" | "log">,
  cid: string,
  queue: ImageQueue,
): Promise<ImageFingerprint[] | null> {
  if (!(await ctx.ipfs.isStored(cid))) return null;
  const bytes = await ctx.ipfs.read(cid, BYTES_MAX).catch((error: unknown) => {
    if (!(error instanceof CorruptBlockError)) throw error;
    // Nobody is shown a damaged copy. It must not prevent the removal of its image.
    ctx.log.warn({ err: error, cid }, "the stored image is damaged");
    return null;
  });
  if (bytes === null) return null;
  try {
    const format = await ctx.images.inspect(bytes);
    return fingerprintsOf(await ctx.images.toViews(bytes, format, queue));
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error;
    const { message: reason, cause } = error;
    if (cause !== undefined) {
      ctx.log.warn({ err: cause, cid, reason }, "picture could not be decoded for its fingerprint");
      return null;
    }
    ctx.log.info({ cid, reason }, "picture without a fingerprint");
    return [];
  }
}
