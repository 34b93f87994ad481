import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { videos } from "@/lib/features/media/store/tables";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import type { VideoRow } from "./video-store";

const REQUEUED_AT_ONCE = 20;

/**
 * Starts a new run for stale videos: started and not touched since `startedBefore`, or queued and not
 * touched since `queuedBefore`. Concurrent sweeps never requeue the same video.
 * @returns the requeued videos; `requeues` counts how often each was requeued after a run had started
 */
export async function requeueStale(
  db: Database,
  startedBefore: Date,
  queuedBefore: Date,
  now: Date,
): Promise<VideoRow[]> {
  return db.transaction(async (tx) => {
    const stale = await tx
      .select({ uid: videos.uid })
      .from(videos)
      .where(
        sql`state in ('processing', 'nsfw_checking') and ${videos.touchedAt} <
          case when ${videos.startedAt} is null then ${queuedBefore}::timestamptz
          else ${startedBefore}::timestamptz end`,
      )
      .orderBy(asc(videos.touchedAt))
      .limit(REQUEUED_AT_ONCE)
      .for("update", { skipLocked: true });
    if (stale.length === 0) return [];
    const uids = stale.map(({ uid }) => uid);
    const events = uids.map((uid) => ({ name: "video/uploaded" as const, data: { uid } }));
    await addEvents(tx, events, now);
    const wasStarted = sql`case when ${videos.startedAt} is null then 0 else 1 end`;
    return (
      tx
        .update(videos)
        // It waits for its turn again.
        .set({
          touchedAt: now,
          startedAt: null,
          requeues: sql`${videos.requeues} + ${wasStarted}`,
        })
        .where(inArray(videos.uid, uids))
        .returning()
    );
  });
}
