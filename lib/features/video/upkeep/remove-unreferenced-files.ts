import type { ServiceContext } from "@/lib/context";

/** Folders that one query compares with the database. */
const COMPARED_AT_ONCE = 500;

/**
 * Removes video files without a database row: a crash may have prevented the insert. Only those whose upload
 * URL was issued here: another installation may use the bucket by mistake, and a restored database does not
 * have the videos of launches after its backup.
 */
export async function removeUnreferencedFiles({
  ctx,
}: {
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "videoStore">;
}): Promise<void> {
  const stored = await ctx.storedVideos.list();
  for (let start = 0; start < stored.length; start += COMPARED_AT_ONCE) {
    const uids = stored.slice(start, start + COMPARED_AT_ONCE);
    for (const uid of await ctx.videoStore.listUnreferenced(uids)) {
      await ctx.storedVideos.remove(uid);
      ctx.log.warn({ uid }, "removed unreferenced video files");
    }
  }
}
