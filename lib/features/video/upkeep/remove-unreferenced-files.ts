import type { ServiceContext } from "@/lib/context";

/**
 * Removes video files without a database row: a crash may have prevented the insert. Only those whose upload
 * URL was issued here: another installation may use the bucket by mistake, and a restored database does not
 * have the videos of launches after its backup.
 */
export async function removeUnreferencedFiles({
  ctx,
}: {
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "uploadTickets" | "videoStore">;
}): Promise<void> {
  for (const uid of await ctx.storedVideos.list()) {
    const video = await ctx.videoStore.find(uid);
    if (video !== null && !video.isRemoved) continue;
    if (video === null && (await ctx.uploadTickets.find(uid)) === null) continue;
    await ctx.storedVideos.remove(uid);
    ctx.log.warn({ uid }, "removed unreferenced video files");
  }
}
