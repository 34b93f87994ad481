import type { ServiceContext } from "@/lib/context";
import { requireVideo } from "@/lib/features/storage/require-video";
import type { VideoState } from "./rules/video";

/** Publishes a video that moderation has approved. @returns the new state */
export async function publishVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "log" | "moderation" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const video = await requireVideo(ctx, uid);
  // `moderateVideo` pins the thumbnail only after it has approved all frames.
  if (video.state !== "nsfw_checking" || video.thumbnailCid === null) return video.state;
  const { local } = ctx.videos;
  // Without a reservation, the database was restored from a backup that is older than the upload.
  const mayBeUsed = (await local?.isPublished(uid)) === true;
  const urls = await ctx.videos.publish(uid);
  // A later removal withdraws it by itself.
  if (await ctx.moderation.isVideoRemoved(uid)) await ctx.videos.unpublish(uid);
  const sizeBytes = local === null ? (video.sizeBytes ?? 0) : await local.bytesOf(uid);
  // Before the video is approved: nothing repeats the step of an approved one, whose size would stay a
  // reservation.
  await ctx.assets.settle({ kind: "video", key: uid, sizeBytes }, mayBeUsed);
  await ctx.videoStore.transition(uid, "nsfw_approved", urls);
  ctx.log.info({ uid }, "video approved");
  return (await requireVideo(ctx, uid)).state;
}
