import type { ServiceContext } from "@/lib/context";
import { requireVideo } from "@/lib/features/storage/require-video";
import { renderVideo } from "./render-video";
import type { VideoAnswer } from "./schema";
import { refreshVideos } from "./upkeep/refresh-videos";

/** Minimum time between two queries to the provider for one video, however fast a client polls. */
const FRESH_MS = 2_000;

/**
 * Returns the status of a video. Queries the provider if it receives the file itself.
 * @throws AppError video_not_found
 */
export async function getVideoStatus({
  ctx,
  input,
}: {
  ctx: Pick<
    ServiceContext,
    "clock" | "decisions" | "env" | "log" | "storedVideos" | "videoStore" | "videos"
  >;
  input: { uid: string };
}): Promise<VideoAnswer> {
  await ctx.decisions.ready();
  const video = await requireVideo(ctx, input.uid);
  const staleBefore = new Date(ctx.clock.now().getTime() - FRESH_MS);
  const isForeign = ctx.videos.local === null && video.provider === ctx.videos.name;
  const mayRefresh = video.state === "uploading" && isForeign && video.touchedAt < staleBefore;
  // Of simultaneous requests, one queries the provider.
  if (!mayRefresh || !(await ctx.videoStore.claimRefresh(video.uid, staleBefore))) {
    return { success: true, video: renderVideo(ctx, video) };
  }
  await refreshVideos({ ctx, input: { videos: [video] } }).catch((err: unknown) =>
    // The stored status is returned; the sweep queries the provider again.
    ctx.log.warn({ err, uid: video.uid }, "video provider unreachable"),
  );
  return { success: true, video: renderVideo(ctx, await requireVideo(ctx, video.uid)) };
}
