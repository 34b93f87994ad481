import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";

/**
 * Excludes a video from removal because a launch refers to it; `removeUnused` ends that for a prepared
 * launch that is never sent.
 * @throws AppError invalid_video when it has just been removed to make room
 */
export async function markVideoUsed({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets">;
  input: { uid: string };
}): Promise<void> {
  const asset = { kind: "video", key: input.uid } as const;
  if (await ctx.assets.markUsed(asset)) return;
  // Earlier releases did not record videos of hosted providers, and lost some of their own.
  if (await ctx.assets.recordUsedVideo(input.uid)) return;
  throw new AppError("invalid_video", "videoUID: the video was removed to make room");
}
