import type { ServiceContext } from "@/lib/context";
import type { VideoState } from "@/lib/features/video/rules/video";
import { requireVideo } from "./require-video";

const REJECTED: readonly VideoState[] = ["nsfw_rejected", "error"];

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
 * Makes room: moves a video that nothing uses to `error`, also an approved one, and removes its files. Does
 * nothing if a launch uses it meanwhile.
 */
export async function deleteVideo({
  ctx,
  input: { uid, reason },
}: {
  ctx: Pick<ServiceContext, "assets" | "videoStore" | "videos">;
  input: { uid: string; reason: string };
}): Promise<void> {
  await ctx.videoStore.failUnused(uid, reason);
  await cleanUpVideo({ ctx, input: { uid } });
}
