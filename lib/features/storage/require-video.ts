import type { ServiceContext } from "@/lib/context";
import type { VideoRow } from "@/lib/features/video/store/video-store";
import { AppError } from "@/lib/shared/errors";

/** @throws AppError video_not_found */
export async function requireVideo(
  ctx: Pick<ServiceContext, "videoStore">,
  uid: string,
): Promise<VideoRow> {
  const video = await ctx.videoStore.find(uid);
  if (video === null) throw new AppError("video_not_found");
  return video;
}
