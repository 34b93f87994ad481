import type { ServiceContext } from "../../context";
import { refreshVideos } from "./refresh-videos";

/**
 * Somebody says that the provider has news of a video: the provider itself is asked what they are,
 * and the run that waits for them is woken. Unknown videos are none of ours.
 */
export async function noteVideoNews({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { uid: string };
}): Promise<void> {
  const video = await ctx.videoStore.find(input.uid);
  if (video === null || video.provider !== ctx.videos.name) return;
  if (video.state === "uploading") await refreshVideos({ ctx, input: { videos: [video] } });
  if (video.state === "processing") await ctx.videoStore.announce(video.uid);
}
