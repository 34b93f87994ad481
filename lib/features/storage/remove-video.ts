import type { ServiceContext } from "@/lib/context";
import { REMOVABLE_STATES, type VideoState } from "@/lib/features/video/rules/video";
import type { VideoRow } from "@/lib/features/video/store/video-store";
import { AppError } from "@/lib/shared/errors";

const REJECTED: readonly VideoState[] = ["nsfw_rejected", "error"];

/** @throws AppError video_not_found */
export async function requireVideo(
  ctx: Pick<ServiceContext, "videoStore">,
  uid: string,
): Promise<VideoRow> {
  const video = await ctx.videoStore.find(uid);
  if (video === null) throw new AppError("video_not_found");
  return video;
}

/** Moves a video to `error` unless it has ended. `cleanUpVideo` removes its files. */
export async function failVideo({
  ctx,
  input: { uid, reason },
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore">;
  input: { uid: string; reason: string };
}): Promise<void> {
  if (!(await ctx.videoStore.transition(uid, "error", { reason }))) return;
  ctx.log.info({ uid, reason }, "video failed");
}

/** Removes the files of a rejected or failed video; does nothing for other states. */
export async function cleanUpVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const { state, provider } = await requireVideo(ctx, uid);
  if (!REJECTED.includes(state) || provider !== ctx.videos.name) return state;
  await ctx.videos.delete(uid);
  await ctx.assets.release({ kind: "video", key: uid });
  await ctx.videoStore.update(uid, { isRemoved: true });
  return state;
}

/**
 * Makes room: moves a video that nothing uses to `error`, also an approved one, and removes its files.
 */
export async function removeVideo({
  ctx,
  input: { uid, reason },
}: {
  ctx: Pick<ServiceContext, "assets" | "videoStore" | "videos">;
  input: { uid: string; reason: string };
}): Promise<void> {
  await ctx.videoStore.transition(uid, "error", { reason }, REMOVABLE_STATES);
  await cleanUpVideo({ ctx, input: { uid } });
}
