import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import { AppError } from "@/lib/shared/errors";

/**
 * Excludes a video from removal because a launch refers to it; `removeUnused` ends that for a prepared
 * launch that is never sent.
 * @param tx the database transaction that stores the launch: a mark without a launch would keep the video for
 *   ever. By default one of its own, for a launch that is stored already
 * @throws AppError invalid_video when it has just been removed to make room
 */
export async function markVideoUsed({
  ctx,
  tx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets">;
  tx?: Executor;
  input: { uid: string };
}): Promise<void> {
  const asset = { kind: "video", key: input.uid } as const;
  if (await ctx.assets.markUsed(asset, tx)) return;
  // Earlier releases did not record videos of hosted providers, and lost some of their own.
  if (await ctx.assets.recordUsedVideo(input.uid, tx)) return;
  throw new AppError("invalid_video", "videoUID: the video was removed to make room");
}

/** The options of the insert of a launch that mark its video, if it has one, in the same database transaction. */
export function markWithLaunch(
  ctx: Pick<ServiceContext, "assets">,
  video: { uid: string } | undefined,
): { check?: (tx: Executor) => Promise<void> } {
  return video === undefined ? {} : { check: (tx) => markVideoUsed({ ctx, tx, input: video }) };
}
