import type { ServiceContext } from "@/lib/context";
import { type RemoverContext, removeFiles } from "./reserve-storage";

/** How long an upload is kept when no launch refers to it. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes uploads that no launch, token or video has referred to within a week. Then recounts the used storage. */
export async function removeUnused({
  ctx,
}: {
  ctx: RemoverContext & Pick<ServiceContext, "clock">;
}): Promise<void> {
  if (ctx.videos.local === null) await ctx.assets.recordHostedVideos(ctx.videos.name);
  await ctx.assets.markLaunchedVideos();
  await ctx.assets.releaseUnsentVideos();
  const before = new Date(ctx.clock.now().getTime() - UNUSED_MS);
  const removed = await ctx.assets.removeUnused(before);
  for (const { kind, key } of removed) ctx.log.info({ kind, key }, "removed an unused upload");
  await removeFiles(ctx, removed);
  // Last: if it fails, usage is still right, and only takes longer to read.
  await ctx.assets.recountUsage();
}
