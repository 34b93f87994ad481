import type { ServiceContext } from "@/lib/context";
import { type ImageQueue, ImageRefusedError } from "@/lib/drivers/images/image-types";
import { CorruptBlockError, IpfsUnavailableError } from "@/lib/drivers/ipfs/ipfs";
import { timeoutSignal } from "@/lib/shared/abort";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import {
  fingerprintOf,
  type ImageFingerprint,
  isRecognizable,
  joinFingerprints,
} from "./rules/image-fingerprint";

/** Images stored elsewhere may be larger than uploads. */
const BYTES_MAX = 20 * 1024 * 1024;
/** After this time no further block of a file that only a provider has is fetched. */
const READ_MS_MAX = { uploads: 15_000, removals: 5_000 } as const satisfies Record<
  ImageQueue,
  number
>;
/**
 * How long a removed image without fingerprints is retried. Damage looks the same as a decoder without time
 * or memory, and a missing file may be found later.
 */
export const RETRIED_MS = 24 * 60 * 60 * 1000;

type Ctx = Pick<ServiceContext, "content" | "images" | "ipfs" | "log">;

/** The fingerprints of frames that can be recognized. */
export function fingerprintsOf(frames: readonly Uint8Array[]): ImageFingerprint[] {
  return frames.map(fingerprintOf).filter(isRecognizable);
}

/**
 * The fingerprints of a stored or approved image; none if it is unknown, not found, damaged, not an image, or
 * flat. They are cached, because every request with metadata and every launch needs them.
 * @throws the failure of storage, IpfsUnavailableError
 */
export async function readFingerprints(
  ctx: Ctx,
  cid: string,
): Promise<readonly ImageFingerprint[]> {
  // Not by the hash: as raw bytes, the root block of a file has the hash of the file.
  const found = ctx.images.fingerprints.read(contentKey(cid), () =>
    computeFingerprints(ctx, cid, "uploads"),
  );
  return (await found) ?? [];
}

/**
 * The same for a removal by a moderator: neither uploads that are being decoded nor a provider that does
 * not respond delay it.
 */
export async function readRemovalFingerprints(
  ctx: Ctx,
  cid: string,
): Promise<readonly ImageFingerprint[]> {
  return (await computeForRemoval(ctx, cid)) ?? [];
}

/**
 * Stores the fingerprints of a removed image that its removal could not compute, because the decoder or
 * the provider failed.
 * @param input.kept the file, if it is known
 * @returns false if it has to be repeated
 */
export async function completeFingerprints({
  ctx,
  input: { cid, kept },
}: {
  ctx: Ctx & Pick<ServiceContext, "clock" | "moderation">;
  input: { cid: string; kept: Uint8Array | null };
}): Promise<boolean> {
  const digest = contentDigest(cid);
  const removedAt = await ctx.moderation.findUnrecognized(digest);
  if (removedAt === null) return true;
  if (kept === null && !(await isKnown(ctx, cid))) return true;
  const prints = await (kept === null
    ? computeForRemoval(ctx, cid)
    : decodeFingerprints(ctx, { cid, bytes: kept }, "removals"));
  if (prints === null) return ctx.clock.now().getTime() - removedAt.getTime() > RETRIED_MS;
  if (prints.length > 0) await ctx.moderation.storeFingerprints(digest, joinFingerprints(prints));
  return true;
}

async function computeForRemoval(ctx: Ctx, cid: string): Promise<ImageFingerprint[] | null> {
  return computeFingerprints(ctx, cid, "removals").catch((error: unknown) => {
    if (!(error instanceof IpfsUnavailableError)) throw error;
    ctx.log.warn({ err: error, cid }, "the provider did not return the removed image");
    return null;
  });
}

/** Approved content may be only at a provider. Content that is neither stored nor approved is not requested. */
async function isKnown(ctx: Ctx, cid: string): Promise<boolean> {
  return (await ctx.ipfs.isStored(cid)) || (await ctx.content.isApproved(cid));
}

/**
 * Null for an image that is not found, or damaged: it may be stored later. Also if the decoder failed: a
 * lack of time or memory looks the same as damage, and must not be cached as an image without fingerprints.
 */
async function computeFingerprints(
  ctx: Ctx,
  cid: string,
  queue: ImageQueue,
): Promise<ImageFingerprint[] | null> {
  if (!(await isKnown(ctx, cid))) return null;
  const limit = timeoutSignal(READ_MS_MAX[queue]);
  const bytes = await ctx.ipfs.read(cid, BYTES_MAX, limit).catch((error: unknown) => {
    if (!(error instanceof CorruptBlockError)) throw error;
    // Nobody is shown a damaged copy. It must not prevent the removal of its image.
    ctx.log.warn({ err: error, cid }, "the stored image is damaged");
    return null;
  });
  return bytes === null ? null : decodeFingerprints(ctx, { cid, bytes }, queue);
}

/** Null if the decoder failed. */
async function decodeFingerprints(
  ctx: Pick<Ctx, "images" | "log">,
  { cid, bytes }: { cid: string; bytes: Uint8Array },
  queue: ImageQueue,
): Promise<ImageFingerprint[] | null> {
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
