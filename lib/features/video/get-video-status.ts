import type { ServiceContext } from "@/lib/context";
import { requireVideo } from "@/lib/features/storage/require-video";
import { refreshVideos } from "./refresh-videos";
import { renderVideo } from "./render-video";
import type { VideoAnswer } from "./schema";

/** Asking a provider costs a request of ours, so one that polls fast does not reach it each time. */
const FRESH_MS = 2_000;

/**
 * How far a video is. Where the provider takes the file itself, this asks it for news.
 * @throws AppError video_not_found
 */
export async function getVideoStatus({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "env" | "log" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoAnswer> {
  const video = await requireVideo(ctx, input.uid);
  const age = ctx.clock.now().getTime() - video.touchedAt.getTime();
  const isForeign = ctx.videos.local === null && video.provider === ctx.videos.name;
  if (video.state !== "uploading" || !isForeign || age < FRESH_MS) {
    return { success: true, video: renderVideo(ctx, video) };
  }
  await ctx.videoStore.touch(video.uid);
  await refreshVideos({ ctx, input: { videos: [video] } }).catch((err: unknown) =>
    // What is known is answered; the sweeper asks again.
    ctx.log.warn({ err, uid: video.uid }, "video provider unreachable"),
  );
  return { success: true, video: renderVideo(ctx, await requireVideo(ctx, video.uid)) };
}
