import type { ServiceContext } from "@/lib/context";
import { UnreadableVideoError } from "@/lib/drivers/video/video-provider";
import { moderateFrames } from "@/lib/features/media/moderate-frames";
import { type StoreContext, storeContent } from "@/lib/features/media/store-content";
import { fingerprintsOf } from "@/lib/features/moderation/read-fingerprints";
import { joinFingerprints } from "@/lib/features/moderation/rules/image-fingerprint";
import { requireVideo } from "@/lib/features/storage/require-video";
import { failAndRead } from "./fail-and-read";
import type { VideoState } from "./rules/video";
import type { VideoRow } from "./store/video-store";
import { whileTouching } from "./while-touching";

type Context = StoreContext & Pick<ServiceContext, "classifier" | "decisions" | "env">;

/**
 * Moderates a video's frames and thumbnail, and rejects copies of removed ones. If they are approved,
 * pins the thumbnail, which allows `publishVideo`. A retry classifies other random frames as well; there
 * is none after a frame was flagged, and none of a video that cannot be decoded. A published video was
 * approved before: by a run that was interrupted, or after the backup from which the database was restored.
 * @returns the new state
 * @throws AppError dependency_unavailable when the classifier is down: the video is not published
 *   then; storage_full
 */
export async function moderateVideo({
  ctx,
  input,
}: {
  ctx: Context;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const video = await requireVideo(ctx, uid);
  if (video.state !== "nsfw_checking") return video.state;
  return whileTouching(ctx, uid, () => moderate(ctx, video)).catch(async (error: unknown) => {
    if (!(error instanceof UnreadableVideoError)) throw error;
    return failAndRead(ctx, uid, error.message);
  });
}

async function moderate(ctx: Context, { uid, thumbnailCid }: VideoRow): Promise<VideoState> {
  // Its frames cannot be sampled any more.
  if ((await ctx.videos.local?.isPublished(uid)) === true) {
    // The interrupted run has pinned it. A moderator may have withdrawn it since.
    return thumbnailCid === null ? approvePublished(ctx, uid) : "nsfw_checking";
  }
  const { fixed, random } = await ctx.videos.sampleFrames(uid);
  if (fixed.length === 0) throw new Error(`Video ${uid} has no frames to look at`);
  const frames = [...fixed, ...random];
  const fingerprints = fingerprintsOf(fixed);
  const bytes = await ctx.videos.thumbnail(uid);
  await ctx.decisions.ready();
  // A flat thumbnail has no fingerprint, and fingerprints of damaged images are not known.
  const isRemoved = ctx.decisions.isRemoved(await ctx.ipfs.cidOf(bytes));
  if (
    isRemoved ||
    ctx.decisions.isVideoCopy(fingerprints) ||
    ctx.decisions.isCopy(fingerprintsOf(frames))
  ) {
    return reject(ctx, uid, "It is a copy of a video or image that the operator has removed.");
  }
  const { flagged, reason } = await moderateFrames({ ctx, frames });
  if (flagged) return reject(ctx, uid, `Content flagged: ${reason}`);
  await ctx.videoStore.storeFrames(uid, joinFingerprints(fingerprints));
  return approve(ctx, uid, bytes);
}

/** Pins the thumbnail of a published video unless it was removed. */
async function approvePublished(ctx: Context, uid: string): Promise<VideoState> {
  const bytes = await ctx.videos.thumbnail(uid);
  const thumbnailCid = await ctx.ipfs.cidOf(bytes);
  await ctx.decisions.ready();
  if (!ctx.decisions.isRemoved(thumbnailCid)) return approve(ctx, uid, bytes);
  // Not rejected: that would delete the files, which a token may name. As after any removal, it can be restored.
  await ctx.content.approve(thumbnailCid);
  await ctx.contentChanges.storeFile(thumbnailCid, bytes);
  await ctx.videoStore.update(uid, { thumbnailCid });
  return "nsfw_checking";
}

async function approve(ctx: Context, uid: string, bytes: Uint8Array): Promise<VideoState> {
  const thumbnailCid = await storeContent({ ctx, input: { bytes, quotas: [] } });
  await ctx.videoStore.update(uid, { thumbnailCid });
  return "nsfw_checking";
}

async function reject(
  ctx: Pick<ServiceContext, "log" | "videoStore">,
  uid: string,
  reason: string,
): Promise<VideoState> {
  await ctx.videoStore.transition(uid, "nsfw_rejected", { reason });
  ctx.log.info({ uid, reason }, "video rejected");
  return "nsfw_rejected";
}
