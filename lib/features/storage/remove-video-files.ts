import type { ServiceContext } from "@/lib/context";
import { EMBEDDED, type VideoState } from "@/lib/features/video/rules/video";
import { requireVideo } from "./require-video";

const REJECTED: readonly VideoState[] = ["nsfw_rejected", "error"];

/**
 * Removes the files of a rejected or failed video; does nothing for other states, nor for a hosted provider that
 * is not configured any more.
 */
export async function removeVideoFiles({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "storedVideos" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const { state, provider } = await requireVideo(ctx, uid);
  if (!REJECTED.includes(state)) return state;
  if (provider === ctx.videos.name) await ctx.videos.delete(uid);
  else if (provider === EMBEDDED) await ctx.storedVideos.remove(uid);
  else return state;
  await ctx.assets.release({ kind: "video", key: uid });
  await ctx.videoStore.update(uid, { isRemoved: true });
  return state;
}

/**
 * Removes the files of a rejected or failed video. A failure is logged, and the sweep repeats it.
 * @returns whether nothing failed
 */
export async function tryRemoveVideoFiles({
  ctx,
  input: { uid },
}: {
  ctx: Pick<ServiceContext, "assets" | "log" | "storedVideos" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<boolean> {
  try {
    await removeVideoFiles({ ctx, input: { uid } });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, uid }, "the files of a video were not removed; it is repeated");
    await ctx.videoStore.touch(uid);
    return false;
  }
}
