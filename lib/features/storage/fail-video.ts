import type { ServiceContext } from "@/lib/context";
import { EMBEDDED } from "@/lib/features/video/rules/video";

/**
 * Moves a video to `error` unless it has ended. `removeVideoFiles` removes its files. A video with published files stays:
 * the database was restored from a backup that is older than its approval, and a token may name them.
 * @returns whether it was moved
 */
export async function failVideo({
  ctx,
  input: { uid, reason },
}: {
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "videoStore">;
  input: { uid: string; reason: string };
}): Promise<boolean> {
  const video = await ctx.videoStore.find(uid);
  // Only files of the embedded provider are stored here.
  if (video?.provider === EMBEDDED && (await ctx.storedVideos.isPublished(uid))) return false;
  if (!(await ctx.videoStore.transition(uid, "error", { reason }))) return false;
  ctx.log.info({ uid, reason }, "video failed");
  return true;
}
