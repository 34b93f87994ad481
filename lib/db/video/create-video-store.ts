import { and, asc, desc, eq, inArray, lt, not, sql } from "drizzle-orm";
import { videoStatesBefore } from "@/lib/domain/video";
import type { Database } from "../create-database";
import { addEvents } from "../outbox/add-events";
import { videos } from "../schema/media";
import { adoptStranded } from "./adopt-stranded";
import type { VideoStore } from "./video-store";

const ENDS = ["nsfw_approved", "nsfw_rejected", "error"];
const LISTED_AT_ONCE = 100;

export function createVideoStore(db: Database, now: () => Date): VideoStore {
  const transition: VideoStore["transition"] = async (uid, to, changes = {}) => {
    const at = now();
    const end = ENDS.includes(to) ? { finishedAt: at } : {};
    const moved = await db
      .update(videos)
      .set({ ...changes, ...end, state: to, touchedAt: at })
      .where(and(eq(videos.uid, uid), inArray(videos.state, videoStatesBefore(to))))
      .returning({ uid: videos.uid });
    return moved.length === 1;
  };
  const uploading = (provider: string) =>
    and(eq(videos.provider, provider), sql`state = 'uploading'`);

  return {
    async insert(video) {
      const at = now();
      await db
        .insert(videos)
        .values({ ...video, state: "uploading", createdAt: at, touchedAt: at });
    },
    async find(uid) {
      const [video] = await db.select().from(videos).where(eq(videos.uid, uid));
      return video ?? null;
    },
    listOf: (userId, max) =>
      db
        .select()
        .from(videos)
        .where(eq(videos.userId, userId))
        .orderBy(desc(videos.createdAt))
        .limit(max),
    transition,
    markUploaded: (uid) =>
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
    announce: (uid) =>
      db.transaction((tx) => addEvents(tx, [{ name: "video/encoded", data: { uid } }], now())),
    async update(uid, changes) {
      await db.update(videos).set(changes).where(eq(videos.uid, uid));
    },
    async touch(uid) {
      const at = now();
      await db
        .update(videos)
        .set({ touchedAt: at, startedAt: sql`coalesce(${videos.startedAt}, ${at})` })
        .where(eq(videos.uid, uid));
    },
    listOverdue: (provider, before) =>
      db
        .select()
        .from(videos)
        .where(and(uploading(provider), lt(videos.expiresAt, before)))
        .limit(LISTED_AT_ONCE),
    listUploading: (provider) =>
      db
        .select()
        .from(videos)
        .where(uploading(provider))
        .orderBy(asc(videos.createdAt))
        .limit(LISTED_AT_ONCE),
    listUnremoved: (provider) =>
      db
        .select()
        .from(videos)
        .where(
          and(
            eq(videos.provider, provider),
            sql`state in ('nsfw_rejected', 'error')`,
            not(videos.isRemoved),
          ),
        )
        .limit(LISTED_AT_ONCE),
    adoptStranded: (begunBefore, queuedBefore) =>
      adoptStranded(db, begunBefore, queuedBefore, now()),
  };
}
