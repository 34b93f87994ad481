import type { ServiceContext } from "@/lib/context";
import { cleanUpVideo } from "@/lib/features/storage/clean-up-video";
import { failVideo } from "@/lib/features/storage/fail-video";
import { refreshVideos } from "./refresh-videos";

/** A video whose work has begun is touched every ten seconds. */
const LEASE_MS = 2 * 60_000;
/** One that waits for its turn behind others may wait long; then its run was lost. */
const QUEUE_LEASE_MS = 30 * 60_000;
const ADOPTIONS_MAX = 5;
/** An upload that began in time may end after it. */
const OVERDUE_MS = 20 * 60_000;
/** Expired upload URLs are still told apart from unknown ones for so long. */
const TICKETS_KEPT_MS = 7 * 24 * 60 * 60_000;

/**
 * Puts right what a crash, an outage or a person who left has left behind: uploads that arrived
 * without our noticing, videos without a run, upload URLs that ran out, files of refused videos.
 */
export async function sweepVideos({
  ctx,
}: {
  ctx: Pick<ServiceContext, "assets" | "clock" | "log" | "uploadTickets" | "videoStore" | "videos">;
}): Promise<void> {
  const now = ctx.clock.now().getTime();
  const provider = ctx.videos.name;
  const uploading = await ctx.videoStore.listUploading(provider);
  await refreshVideos({ ctx, input: { videos: uploading } });
  for (const { uid } of await ctx.videoStore.listOverdue(provider, new Date(now - OVERDUE_MS))) {
    const reason = "Nothing was uploaded before the URL expired.";
    await failVideo({ ctx, input: { uid, reason } });
  }
  const adopted = await ctx.videoStore.adoptStranded(
    new Date(now - LEASE_MS),
    new Date(now - QUEUE_LEASE_MS),
  );
  for (const { uid, adoptions } of adopted) {
    ctx.log.warn({ uid, adoptions }, "requeued a stale video");
    if (adoptions <= ADOPTIONS_MAX) continue;
    await failVideo({ ctx, input: { uid, reason: "Processing failed repeatedly." } });
  }
  for (const { uid } of await ctx.videoStore.listUnremoved(provider)) {
    await cleanUpVideo({ ctx, input: { uid } });
  }
  await ctx.uploadTickets.forgetBefore(new Date(now - TICKETS_KEPT_MS));
}
