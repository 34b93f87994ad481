import type { ServiceContext } from "@/lib/context";

/**
 * Removes video files without a database row: a crash may have prevented the insert. In a bucket, only
 * those whose upload URL was issued here, because another installation may use it by mistake.
 */
export async function removeUnreferencedFiles({
  ctx,
}: {
  ctx: Pick<ServiceContext, "log" | "storage" | "uploadTickets" | "videoStore" | "videos">;
}): Promise<void> {
  const stored = (await ctx.videos.local?.listStored()) ?? [];
  for (const uid of stored) {
    const video = await ctx.videoStore.find(uid);
    if (video !== null && !video.isRemoved) continue;
    const isOurs = ctx.storage.files.kind === "disk" || video !== null;
    if (!isOurs && (await ctx.uploadTickets.find(uid)) === null) continue;
    await ctx.videos.delete(uid);
    ctx.log.warn({ uid }, "removed unreferenced video files");
  }
}
