import type { ServiceContext } from "@/lib/context";
import { failVideo } from "@/lib/features/storage/fail-video";
import type { VideoRow } from "../store/video-store";

/** Queries the provider for videos that wait for their upload and starts processing the uploaded ones. */
export async function refreshVideos({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "videoStore" | "videos">;
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
