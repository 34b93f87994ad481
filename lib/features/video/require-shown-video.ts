import type { ServiceContext } from "@/lib/context";
import { contentRemoved } from "@/lib/features/moderation/require-allowed";
import { splitFingerprints } from "@/lib/features/moderation/rules/image-fingerprint";
import { AppError } from "@/lib/shared/errors";
import { THUMBNAIL_FILE } from "./rules/video";

/** Why a removed video cannot be watched or launched with. */
export const VIDEO_REMOVED = "The operator of this launchpad has removed this video";

/** The error for a removed video and its copies. */
export function videoRemoved(): AppError {
  return new AppError("content_removed", VIDEO_REMOVED);
}

/**
 * Rejects a removed video.
 * @throws AppError content_removed
 */
export async function requireAllowedVideo(
  ctx: Pick<ServiceContext, "decisions">,
  uid: string,
): Promise<void> {
  await ctx.decisions.ready();
  if (ctx.decisions.videoRemoval(uid) !== null) throw videoRemoved();
}

/**
 * Rejects a launch with a removed video, or with a copy of one that was uploaded before the removal.
 * @throws AppError content_removed
 */
export async function requireLaunchableVideo(
  ctx: Pick<ServiceContext, "decisions" | "videoStore">,
  uid: string,
): Promise<void> {
  await requireAllowedVideo(ctx, uid);
  const video = await ctx.videoStore.find(uid);
  if (video === null) return;
  const { fileDigest, thumbnailCid } = video;
  if (fileDigest !== null && ctx.decisions.isVideoFile(fileDigest)) throw videoRemoved();
  if (thumbnailCid !== null && ctx.decisions.isRemoved(thumbnailCid)) throw videoRemoved();
  const joined = await ctx.videoStore.findFrames(uid);
  if (joined === null) return;
  const frames = splitFingerprints(joined);
  if (ctx.decisions.isVideoCopy(frames) || ctx.decisions.isCopy(frames)) throw videoRemoved();
}

/**
 * Rejects files of a removed video, and the thumbnail of a video if it was removed as an image.
 * Also for a caller who only checks whether its copy is current.
 * @throws AppError content_removed
 */
export async function requireShownVideo({
  ctx,
  input: { uid, name },
}: {
  ctx: Pick<ServiceContext, "decisions" | "videoStore">;
  input: { uid: string; name: string };
}): Promise<void> {
  await requireAllowedVideo(ctx, uid);
  if (name !== THUMBNAIL_FILE || !ctx.decisions.hasRemovedImages()) return;
  const thumbnail = (await ctx.videoStore.find(uid))?.thumbnailCid ?? null;
  if (thumbnail !== null && ctx.decisions.isRemoved(thumbnail)) throw contentRemoved();
}
