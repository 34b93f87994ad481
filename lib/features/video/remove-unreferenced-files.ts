import type { ServiceContext } from "@/lib/context";

/** Removes video files without a database row: a crash may have prevented the insert. */
export async function removeUnreferencedFiles({
  ctx,
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore" | "videos">;
}): Promise<void> {
  const stored = (await ctx.videos.local?.listStored()) ?? [];
  for (const uid of stored) {
    const video = await ctx.videoStore.find(uid);
    if (video !== null && !video.isRemoved) continue;
    await ctx.videos.delete(uid);
    ctx.log.warn({ uid }, "removed unreferenced video files");
  }
}
