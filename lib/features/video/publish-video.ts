import type { ServiceContext } from "@/lib/context";
import { requireVideo } from "@/lib/features/storage/require-video";
import type { VideoState } from "./rules/video";

/** Lets everybody watch a video that the moderation has passed; answers the state it is in now. */
export async function publishVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "log" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const video = await requireVideo(ctx, uid);
  // The pinned thumbnail is the proof that the frames have been looked at.
  if (video.state !== "nsfw_checking" || video.thumbnailCid === null) return video.state;
  const urls = await ctx.videos.publish(uid);
  await ctx.videoStore.transition(uid, "nsfw_approved", urls);
  if (ctx.videos.local !== null) {
    const sizeBytes = await ctx.videos.local.bytesOf(uid);
    await ctx.assets.settle({ kind: "video", key: uid, sizeBytes });
  }
  ctx.log.info({ uid }, "video approved");
  return (await requireVideo(ctx, uid)).state;
}
