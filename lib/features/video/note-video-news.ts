import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { refreshVideos } from "./refresh-videos";

/**
 * The provider says that it has news of a video: it is asked what they are, and the run that waits
 * for them is woken. Unknown videos are none of ours.
 * @throws AppError not_found when the message is not from the provider
 */
export async function noteVideoNews({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore" | "videos">;
  input: { signature: string | null; body: Uint8Array };
}): Promise<void> {
  const uid = ctx.videos.readWebhook(input);
  if (uid === null) throw new AppError("not_found");
  const video = await ctx.videoStore.find(uid);
  if (video === null || video.provider !== ctx.videos.name) return;
  if (video.state === "uploading") await refreshVideos({ ctx, input: { videos: [video] } });
  if (video.state === "processing") await ctx.videoStore.announce(video.uid);
}
