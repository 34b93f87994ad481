import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { videos } from "@/lib/features/media/store/tables";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import type { VideoRow } from "./video-store";

const ADOPTED_AT_ONCE = 20;

/**
 * Starts a new run for videos without one: begun and untouched since `begunBefore`, or queued and
 * untouched since `queuedBefore`. Returns them with how often that has happened. Processes that
 * sweep at the same time share the work.
 */
export async function adoptStranded(
  db: Database,
  begunBefore: Date,
  queuedBefore: Date,
  now: Date,
): Promise<VideoRow[]> {
  return db.transaction(async (tx) => {
    const stranded = await tx
      .select({ uid: videos.uid })
      .from(videos)
      .where(
        sql`state in ('processing', 'nsfw_checking') and ${videos.touchedAt} <
          case when ${videos.startedAt} is null then ${queuedBefore}::timestamptz
          else ${begunBefore}::timestamptz end`,
      )
      .orderBy(asc(videos.touchedAt))
      .limit(ADOPTED_AT_ONCE)
      .for("update", { skipLocked: true });
    if (stranded.length === 0) return [];
    const uids = stranded.map(({ uid }) => uid);
    const events = uids.map((uid) => ({ name: "video/uploaded" as const, data: { uid } }));
    await addEvents(tx, events, now);
    return tx
      .update(videos)
      .set({ touchedAt: now, adoptions: sql`${videos.adoptions} + 1` })
      .where(inArray(videos.uid, uids))
      .returning();
  });
}
