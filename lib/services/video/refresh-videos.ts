import type { ServiceContext } from "../../context";
import type { VideoRow } from "../../db/video/video-store";
import { failVideo } from "./fail-video";

/** Asks the provider about videos that wait for their upload, and starts the work on what arrived. */
export async function refreshVideos({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore" | "videos">;
  input: { videos: readonly VideoRow[] };
}): Promise<void> {
  const waiting = input.videos.filter(({ state }) => state === "uploading");
  if (waiting.length === 0) return;
  for (const { uid, state, reason } of await ctx.videos.list(waiting.map((one) => one.uid))) {
    if (state === "processing" || state === "ready") await ctx.videoStore.markUploaded(uid);
    if (state === "error") {
      await failVideo({ ctx, input: { uid, reason: reason ?? "The upload failed." } });
    }
  }
}
