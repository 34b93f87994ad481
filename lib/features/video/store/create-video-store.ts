import { and, asc, desc, eq, inArray, lt, not, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import { uploadTickets, videoFrames, videos } from "@/lib/features/media/store/tables";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import { type VideoState, videoStatesBefore } from "../rules/video";
import { requeueStale } from "./requeue-stale";
import type { NewVideo, VideoChanges, VideoRow } from "./video-store";

const ENDS = ["nsfw_approved", "nsfw_rejected", "error"];
const LISTED_AT_ONCE = 100;

/** Videos in Postgres. Every write is idempotent, so that a step may run twice. */
export function createVideoStore(db: Database, now: () => Date) {
  async function transition(
    uid: string,
    to: VideoState,
    changes: VideoChanges = {},
    from: readonly VideoState[] = videoStatesBefore(to),
  ): Promise<boolean> {
    const at = now();
    const end = ENDS.includes(to) ? { finishedAt: at } : {};
    const moved = await db
      .update(videos)
      .set({ ...changes, ...end, state: to, touchedAt: at })
      .where(and(eq(videos.uid, uid), inArray(videos.state, [...from])))
      .returning({ uid: videos.uid });
    return moved.length === 1;
  }
  const uploading = (providers: readonly string[]) =>
    and(inArray(videos.provider, [...providers]), sql`state = 'uploading'`);

  return {
    async insert(video: NewVideo): Promise<void> {
      const at = now();
      await db
        .insert(videos)
        .values({ ...video, state: "uploading", createdAt: at, touchedAt: at });
    },
    async find(uid: string): Promise<VideoRow | null> {
      const [video] = await db.select().from(videos).where(eq(videos.uid, uid));
      return video ?? null;
    },
    /** The latest videos of a user, newest first. */
    listOf: (userId: string, max: number): Promise<VideoRow[]> =>
      db
        .select()
        .from(videos)
        .where(eq(videos.userId, userId))
        .orderBy(desc(videos.createdAt))
        .limit(max),
    /** Changes the state and renews the lease. False when the current state is not one of `from`. */
    transition: (
      uid: string,
      to: VideoState,
      changes?: VideoChanges,
      from?: readonly VideoState[],
    ) => transition(uid, to, changes, from),
    /** `uploading → processing`, with the event that starts processing, in one transaction. */
    markUploaded: (uid: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const moved = await tx
          .update(videos)
          .set({ state: "processing", touchedAt: now(), startedAt: null })
          .where(and(eq(videos.uid, uid), eq(videos.state, "uploading")))
          .returning({ uid: videos.uid });
        if (moved.length === 1) {
          await addEvents(tx, [{ name: "video/uploaded", data: { uid } }], now());
        }
        return moved.length === 1;
      }),
    /** Sends the event that resumes the run which waits for the encoding of a video. */
    notifyEncoded: (uid: string): Promise<void> =>
      db.transaction((tx) => addEvents(tx, [{ name: "video/encoded", data: { uid } }], now())),
    async update(uid: string, changes: VideoChanges): Promise<void> {
      await db.update(videos).set(changes).where(eq(videos.uid, uid));
    },
    /** Stores the fingerprints of a video's frames. */
    async storeFrames(uid: string, fingerprints: Uint8Array): Promise<void> {
      await db
        .insert(videoFrames)
        .values({ uid, fingerprints })
        .onConflictDoUpdate({ target: videoFrames.uid, set: { fingerprints } });
    },
    /** Null for a video that an earlier release has moderated. */
    async findFrames(uid: string): Promise<Uint8Array | null> {
      const [found] = await db.select().from(videoFrames).where(eq(videoFrames.uid, uid));
      return found?.fingerprints ?? null;
    },
    /** Renews the lease; the first call of a run also records its start. */
    async touch(uid: string): Promise<void> {
      const at = now();
      await db
        .update(videos)
        .set({ touchedAt: at, startedAt: sql`coalesce(${videos.startedAt}, ${at})` })
        .where(eq(videos.uid, uid));
    },
    /** Renews the lease of a video that waits for its upload; false if it was touched since `before`. */
    async claimRefresh(uid: string, before: Date): Promise<boolean> {
      const claimed = await db
        .update(videos)
        .set({ touchedAt: now() })
        .where(
          and(eq(videos.uid, uid), eq(videos.state, "uploading"), lt(videos.touchedAt, before)),
        )
        .returning({ uid: videos.uid });
      return claimed.length === 1;
    },
    /** Videos without an upload whose upload URL expired before `before`; the latest touched come last. */
    listOverdue: (providers: readonly string[], before: Date): Promise<VideoRow[]> =>
      db
        .select()
        .from(videos)
        .where(and(uploading(providers), lt(videos.expiresAt, before)))
        .orderBy(asc(videos.touchedAt))
        .limit(LISTED_AT_ONCE),
    /** Videos that wait for their upload. */
    listUploading: (provider: string): Promise<VideoRow[]> =>
      db
        .select()
        .from(videos)
        .where(uploading([provider]))
        .orderBy(asc(videos.createdAt))
        .limit(LISTED_AT_ONCE),
    /** Rejected and failed videos that may still have stored files; one whose removal failed comes last. */
    listUnremoved: (providers: readonly string[]): Promise<VideoRow[]> =>
      db
        .select()
        .from(videos)
        .where(
          and(
            inArray(videos.provider, [...providers]),
            sql`state in ('nsfw_rejected', 'error')`,
            not(videos.isRemoved),
          ),
        )
        .orderBy(asc(videos.touchedAt))
        .limit(LISTED_AT_ONCE),
    /**
     * Of the given videos, those whose files can be removed: removed videos, and videos without a row whose upload
     * URL was issued here.
     */
    async listUnreferenced(uids: readonly string[]): Promise<string[]> {
      const { rows } = await db.execute<{ uid: string }>(sql`
        select stored.uid from unnest(${sql.param(uids)}::text[]) as stored(uid)
        left join ${videos} on ${videos.uid} = stored.uid
        where coalesce(${videos.isRemoved},
          exists (select 1 from ${uploadTickets} where ${uploadTickets.uid} = stored.uid))`);
      return rows.map(({ uid }) => uid);
    },
    /** Removes the rows of rejected and failed videos whose files are gone. */
    removeEnded: (endedBefore: Date): Promise<void> =>
      deleteInBatches(
        db,
        videos,
        sql`state in ('nsfw_rejected', 'error') and is_removed and ${lt(videos.finishedAt, endedBefore)}`,
      ),
    requeueStale: (startedBefore: Date, queuedBefore: Date): Promise<VideoRow[]> =>
      requeueStale(db, startedBefore, queuedBefore, now()),
  };
}

export type VideoStore = ReturnType<typeof createVideoStore>;
