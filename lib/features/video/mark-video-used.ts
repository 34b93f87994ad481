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
  ctx: Pick<ServiceContext, "assets" | "videos">;
  input: { uid: string };
}): Promise<void> {
  if (ctx.videos.local === null) return;
  if (await ctx.assets.markUsed({ kind: "video", key: input.uid })) return;
  throw new AppError("invalid_video", "videoUID: the video was removed to make room");
}
