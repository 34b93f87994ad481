import type { ServiceContext } from "@/lib/context";
import type { VideoFile } from "@/lib/drivers/video/video-provider";
import { AppError } from "@/lib/shared/errors";

/**
 * Opens a file of a published video: playlist, fragment or thumbnail.
 * @throws AppError not_found, dependency_unavailable
 */
export async function openVideoFile({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "videos">;
  input: { uid: string; name: string };
}): Promise<VideoFile> {
  const file = await ctx.videos.local?.open(input.uid, input.name);
  if (file === null || file === undefined) throw new AppError("not_found");
  return file;
}
