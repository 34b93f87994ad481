import type { ServiceContext } from "@/lib/context";
import { failVideo } from "@/lib/features/storage/fail-video";
import { type RemoverContext, removeFiles } from "@/lib/features/storage/reserve-storage";
import { EMBEDDED } from "../rules/video";
import { refreshVideos } from "./refresh-videos";

/** A video in progress is touched every 10 seconds. */
const LEASE_MS = 2 * 60_000;
/** A queued video may wait long for its turn; after this time its run is considered lost. */
const QUEUE_LEASE_MS = 30 * 60_000;
const REQUEUES_MAX = 5;
/** An upload that started before the URL expired may end this much later. */
const OVERDUE_MS = 20 * 60_000;
/** How long an expired upload URL still returns 410 instead of 404. */
const TICKETS_KEPT_MS = 7 * 24 * 60 * 60_000;
/** How long an uploader can read why a video failed. */
const FAILED_KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Recovers from crashes, outages and abandoned uploads: starts processing of uploads that were
 * missed, requeues stale videos, fails videos whose URL expired, removes files of rejected videos
 * and rows of those that failed long ago.
 */
export async function sweepVideos({
  ctx,
}: {
  ctx: RemoverContext & Pick<ServiceContext, "clock" | "uploadTickets">;
}): Promise<void> {
  const now = ctx.clock.now().getTime();
  const uploading = await ctx.videoStore.listUploading(ctx.videos.name);
  await refreshVideos({ ctx, input: { videos: uploading } }).catch((err: unknown) =>
    // The next sweep queries the provider again; the other work does not need it.
    ctx.log.warn({ err }, "videos not refreshed: their provider does not respond"),
  );
  const providers = [ctx.videos.name, EMBEDDED];
  for (const { uid } of await ctx.videoStore.listOverdue(providers, new Date(now - OVERDUE_MS))) {
    const reason = "Nothing was uploaded before the URL expired.";
    // Those that stay come last in the next sweep.
    if (!(await tryToFail(ctx, uid, reason))) await ctx.videoStore.touch(uid);
  }
  const requeued = await ctx.videoStore.requeueStale(
    new Date(now - LEASE_MS),
    new Date(now - QUEUE_LEASE_MS),
  );
  for (const { uid, requeues } of requeued) {
    ctx.log.warn({ uid, requeues }, "requeued a stale video");
    if (requeues <= REQUEUES_MAX) continue;
    await tryToFail(ctx, uid, "Processing failed repeatedly.");
  }
  const unremoved = await ctx.videoStore.listUnremoved(providers);
  await removeFiles(
    ctx,
    unremoved.map(({ uid }) => ({ kind: "video" as const, key: uid })),
  );
  await ctx.videoStore.removeEnded(new Date(now - FAILED_KEPT_MS));
  await ctx.uploadTickets.removeBefore(new Date(now - TICKETS_KEPT_MS));
}

/** @returns false also while its files cannot be looked up: an outage of the storage delays this video only */
async function tryToFail(ctx: RemoverContext, uid: string, reason: string): Promise<boolean> {
  try {
    return await failVideo({ ctx, input: { uid, reason } });
  } catch (err) {
    ctx.log.warn({ err, uid }, "video stays open: its files cannot be looked up");
    return false;
  }
}
