import type { ServiceContext } from "@/lib/context";
import type { VideoState } from "@/lib/features/video/rules/video";
import { requireVideo } from "./require-video";

const REFUSED: readonly VideoState[] = ["nsfw_rejected", "error"];

/** Removes everything that is stored of a refused video; leaves others alone. */
export async function cleanUpVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "videoStore" | "videos">;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const { state, provider } = await requireVideo(ctx, uid);
  if (!REFUSED.includes(state) || provider !== ctx.videos.name) return state;
  await ctx.videos.delete(uid);
  await ctx.assets.release({ kind: "video", key: uid });
  await ctx.videoStore.update(uid, { isRemoved: true });
  return state;
}
