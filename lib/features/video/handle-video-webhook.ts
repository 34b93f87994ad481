import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { refreshVideos } from "./upkeep/refresh-videos";

/**
 * Handles a webhook event of the video provider: queries the provider for the state of the video and
 * resumes the run that waits for it. Ignores unknown videos.
 * @throws AppError not_found when the signature is invalid
 */
export async function handleVideoWebhook({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "videoStore" | "videos">;
  input: { signature: string | null; body: Uint8Array };
}): Promise<void> {
  const uid = ctx.videos.readWebhook(input);
  if (uid === null) throw new AppError("not_found");
  const video = await ctx.videoStore.find(uid);
  if (video === null || video.provider !== ctx.videos.name) return;
  if (video.state === "uploading") await refreshVideos({ ctx, input: { videos: [video] } });
  if (video.state === "processing") await ctx.videoStore.notifyEncoded(video.uid);
}
