import type { ServiceContext } from "@/lib/context";

/**
 * Removes video files without a database row: a crash may have prevented the insert. In a bucket, only
 * those whose upload URL was issued here, because another installation may use it by mistake.
 */
export async function removeUnreferencedFiles({
  ctx,
}: {
  ctx: Pick<ServiceContext, "log" | "storage" | "storedVideos" | "uploadTickets" | "videoStore">;
}): Promise<void> {
  for (const uid of await ctx.storedVideos.list()) {
    const video = await ctx.videoStore.find(uid);
    if (video !== null && !video.isRemoved) continue;
    const isOurs = ctx.storage.files.kind === "disk" || video !== null;
    if (!isOurs && (await ctx.uploadTickets.find(uid)) === null) continue;
    await ctx.storedVideos.remove(uid);
    ctx.log.warn({ uid }, "removed unreferenced video files");
  }
}
