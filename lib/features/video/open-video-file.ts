import type { ServiceContext } from "@/lib/context";
import type { VideoFile } from "@/lib/drivers/video/video-provider";
import { AppError } from "@/lib/shared/errors";

/**
 * Opens a file of a published video: playlist, fragment or thumbnail. Also while a hosted provider receives
 * new videos: the metadata of tokens names these files for ever.
 * @throws AppError not_found, dependency_unavailable
 */
export async function openVideoFile({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "storedVideos">;
  input: { uid: string; name: string };
}): Promise<VideoFile> {
  const file = await ctx.storedVideos.open(input.uid, input.name);
  if (file === null) throw new AppError("not_found");
  return file;
}
