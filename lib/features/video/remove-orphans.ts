import type { ServiceContext } from "@/lib/context";

/** Removes files of videos that nobody knows: a crash may have come before the note of them. */
export async function removeOrphans({
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
