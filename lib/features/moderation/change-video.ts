import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "@/lib/features/admin/rules/audit";
import { AppError } from "@/lib/shared/errors";
import { publishImage } from "./change-image";
import { requireSeen } from "./require-seen";
import type { videoDecision, videoRestore } from "./schema";

type Ctx = Pick<
  ServiceContext,
  "contentChanges" | "decisions" | "moderation" | "videoStore" | "videos"
>;

/**
 * Removes a video: neither it nor its thumbnail is served, and copies of it are rejected.
 * @throws AppError conflict when it has another state than the moderator saw, video_not_found,
 *   dependency_unavailable when its provider cannot be reached
 */
export async function removeVideo({
  ctx,
  tx,
  input: { uid, publicReason: reason, seen },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof videoDecision>;
}): Promise<Change> {
  const video = await ctx.videoStore.find(uid);
  if (video === null) throw new AppError("video_not_found");
  const fingerprints = (await ctx.videoStore.findFrames(uid)) ?? new Uint8Array();
  const { fileDigest, thumbnailCid } = video;
  const removal = { reason, fileDigest, thumbnailCid, fingerprints };
  const before = await ctx.moderation.setVideo(tx, uid, removal);
  requireSeen(before && "removed", seen);
  if (thumbnailCid !== null) await ctx.contentChanges.request(tx, thumbnailCid, "withdraw");
  if (video.provider === ctx.videos.name) await ctx.videos.unpublish(uid).catch(unreachable);
  // Unknown for videos of earlier releases; the audit log records that.
  const recognizesCopies =
    fileDigest !== null || fingerprints.length > 0 || before?.recognizesCopies === true;
  const after = { state: "removed", reason, recognizesCopies };
  return {
    target: `video:${uid}`,
    before: before && { state: "removed", reason: before.reason },
    after,
  };
}

/**
 * Serves a removed video again.
 * @throws AppError conflict when it is not removed, dependency_unavailable
 */
export async function restoreVideo({
  ctx,
  tx,
  input: { uid },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof videoRestore>;
}): Promise<Change> {
  await ctx.decisions.ready();
  const before = await ctx.moderation.setVideo(tx, uid, null);
  if (before === null) throw new AppError("conflict", "This video is not removed");
  const video = await ctx.videoStore.find(uid);
  const thumbnailCid = video?.thumbnailCid ?? null;
  if (thumbnailCid !== null) await publishImage({ ctx, tx, cid: thumbnailCid });
  const isPublished = video?.state === "nsfw_approved" && video.provider === ctx.videos.name;
  if (isPublished) await ctx.videos.publish(uid).catch(unreachable);
  return {
    target: `video:${uid}`,
    before: { state: "removed", reason: before.reason },
    after: null,
  };
}

function unreachable(cause: unknown): never {
  const message = "The provider of videos cannot be reached. Nothing was changed. Try again later.";
  throw new AppError("dependency_unavailable", message, { cause, retryAfterSeconds: 5 });
}
