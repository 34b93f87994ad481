import type { ServiceContext } from "@/lib/context";
import { ImageRefusedError } from "@/lib/drivers/images/images";
import {
  fingerprintOf,
  isRecognizable,
  type PictureFingerprint,
} from "./rules/picture-fingerprint";

/** Images stored elsewhere may be larger than uploads. */
const BYTES_MAX = 20 * 1024 * 1024;

/** The fingerprints of frames that can be recognized. */
export function fingerprintsOf(frames: readonly Uint8Array[]): PictureFingerprint[] {
  return frames.map(fingerprintOf).filter(isRecognizable);
}

/**
 * The fingerprints of a stored image; none if it is not stored, not an image, or flat.
 * @throws the failure of storage
 */
export async function readFingerprints(
  ctx: Pick<ServiceContext, "images" | "ipfs" | "log">,
  cid: string,
): Promise<PictureFingerprint[]> {
  if (!(await ctx.ipfs.isStored(cid))) return [];
  const bytes = await ctx.ipfs.read(cid, BYTES_MAX);
  if (bytes === null) return [];
  try {
    const format = await ctx.images.inspect(bytes);
    return fingerprintsOf(await ctx.images.toViews(bytes, format));
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error;
    ctx.log.info({ cid, reason: error.message }, "picture without a fingerprint");
    return [];
  }
}
