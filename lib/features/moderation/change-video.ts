import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Changed } from "@/lib/features/admin/run-admin-action";
import { videoChangeKey } from "@/lib/features/media/rules/change-key";
import type { ContentChange } from "@/lib/features/media/store/tables";
import { EMBEDDED, THUMBNAIL_FILE } from "@/lib/features/video/rules/video";
import type { VideoRow } from "@/lib/features/video/store/video-store";
import { AppError } from "@/lib/shared/errors";
import { collectBytes } from "@/lib/support/read-bytes";
import { applyVideoChange } from "./apply-video-change";
import { publishImage } from "./change-image";
import { requireSeen } from "./require-seen";
import type { videoDecision, videoRestore } from "./schema";

type Ctx = Pick<
  ServiceContext,
  | "content"
  | "contentChanges"
  | "decisions"
  | "ipfs"
  | "moderation"
  | "storedVideos"
  | "videoStore"
  | "videos"
>;

/**
 * Removes a video: neither it nor its thumbnail is served, and copies of it are rejected. A database that was
 * restored from an older backup may not have a video whose files are served.
 * @throws AppError conflict when it has another state than the moderator saw, video_not_found
 */
export async function removeVideo({
  ctx,
  tx,
  input: { uid, publicReason: reason, seen },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof videoDecision>;
}): Promise<Changed> {
  const video = await ctx.videoStore.find(uid);
  if (video === null && !(await ctx.storedVideos.isPublished(uid))) {
    throw new AppError("video_not_found");
  }
  const fingerprints = (await ctx.videoStore.findFrames(uid)) ?? new Uint8Array();
  const fileDigest = video?.fileDigest ?? null;
  const thumbnailCid = video?.thumbnailCid ?? (await findThumbnail(ctx, uid, video));
  const removal = { reason, fileDigest, thumbnailCid, fingerprints };
  const before = await ctx.moderation.setVideo(tx, uid, removal);
  requireSeen(before && "removed", seen);
  if (thumbnailCid !== null) await ctx.contentChanges.request(tx, thumbnailCid, "withdraw");
  const atProvider = await requestAtProvider(ctx, tx, video, "withdraw");
  // Unknown for videos of earlier releases; the audit log records that.
  const recognizesCopies =
    fileDigest !== null || fingerprints.length > 0 || before?.recognizesCopies === true;
  const after = { state: "removed", reason, recognizesCopies };
  return {
    target: `video:${uid}`,
    before: before && { state: "removed", reason: before.reason },
    after,
    ...atProvider,
  };
}

/**
 * Serves a removed video again.
 * @throws AppError conflict when it is not removed
 */
export async function restoreVideo({
  ctx,
  tx,
  input: { uid },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof videoRestore>;
}): Promise<Changed> {
  await ctx.decisions.ready();
  const before = await ctx.moderation.setVideo(tx, uid, null);
  if (before === null) throw new AppError("conflict", "This video is not removed");
  const video = await ctx.videoStore.find(uid);
  const thumbnailCid = video?.thumbnailCid ?? before.thumbnailCid;
  if (thumbnailCid !== null) await publishImage({ ctx, tx, cid: thumbnailCid });
  const atProvider = await requestAtProvider(ctx, tx, video, "publish");
  return {
    target: `video:${uid}`,
    before: { state: "removed", reason: before.reason },
    after: null,
    ...atProvider,
  };
}

/** Requests a change at the hosted provider of a video, to be applied after the commit. Nothing for other videos. */
async function requestAtProvider(
  ctx: Ctx,
  tx: Executor,
  video: VideoRow | null,
  change: ContentChange,
): Promise<Pick<Changed, "afterCommit">> {
  if (video === null || video.provider === EMBEDDED) return {};
  const { uid } = video;
  await ctx.contentChanges.request(tx, videoChangeKey(uid), change);
  return { afterCommit: () => applyRequested(ctx, uid) };
}

/**
 * The CID of the thumbnail among the published files of a video that a restored database does not have, or has only
 * from before its publication. It was approved then, so it can be published again.
 */
async function findThumbnail(
  ctx: Ctx,
  uid: string,
  video: VideoRow | null,
): Promise<string | null> {
  if (video !== null && video.provider !== EMBEDDED) return null;
  const file = await ctx.storedVideos.open(uid, THUMBNAIL_FILE);
  if (file === null) return null;
  const cid = await ctx.ipfs.cidOf(await collectBytes(file.read()));
  await ctx.content.approve(cid);
  return cid;
}

/**
 * Applies the decision at the hosted provider; this service itself refuses the files of removed videos that it stores.
 * The sweep of content changes repeats it if that fails, or while that provider is not configured.
 */
async function applyRequested(ctx: Ctx, uid: string): Promise<void> {
  const key = videoChangeKey(uid);
  try {
    await ctx.contentChanges.apply(key, (change) => applyVideoChange(ctx, uid, change));
  } catch (error) {
    // A new request is due before all others, which must not wait for this provider.
    await ctx.contentChanges.postpone(key);
    throw error;
  }
}
