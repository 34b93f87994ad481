import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";

/**
 * Excludes a video from removal because a token refers to it.
 * @throws AppError invalid_video when it has just been removed to make room
 */
export async function markVideoUsed({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<void> {
  const asset = { kind: "video", key: input.uid } as const;
  if (await ctx.assets.markUsed(asset)) return;
  // Earlier releases did not record videos of hosted providers.
  const video = ctx.videos.local === null ? await ctx.videoStore.find(input.uid) : null;
  if (video?.state === "nsfw_approved") {
    await ctx.assets.recordUsed({ ...asset, sizeBytes: video.sizeBytes ?? 0 });
    return;
  }
  throw new AppError("invalid_video", "videoUID: the video was removed to make room");
}
