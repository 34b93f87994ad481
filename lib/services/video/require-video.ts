import type { ServiceContext } from "../../context";
import type { VideoRow } from "../../db/video/video-store";
import { AppError } from "../../domain/errors";

/** @throws AppError video_not_found */
export async function requireVideo(
  ctx: Pick<ServiceContext, "videoStore">,
  uid: string,
): Promise<VideoRow> {
  const video = await ctx.videoStore.find(uid);
  if (video === null) throw new AppError("video_not_found");
  return video;
}
