import { and, type Column, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { cidIn, contentDigest } from "@/lib/shared/cid";
import type { Realm } from "@/lib/shared/realm";
import {
  blockKey,
  type CreatorBlock,
  type ModerationReason,
  type TokenState,
} from "../rules/moderation";
import { findBlocked } from "./find-blocked";
import { SHOWN_MAX } from "./list-open";
import { lockModeration, publishChange, recordEvent } from "./publish-change";
import { isImageRemoved, publishImageChange } from "./publish-image-change";
import { keptFingerprints, setVideo, type VideoRemoval } from "./set-video";
import { blockedCreators, moderatedTokens, removedImages, removedVideos } from "./tables";

const recognizesCopies = sql<boolean>`length(${removedImages.fingerprints}) > 0`;
const hasNoFingerprints = sql`not ${recognizesCopies}`;

export type TokenRow = typeof moderatedTokens.$inferSelect;

/**
 * Decisions of moderators. Changes run in the transaction of an action.
 * @param realm of the webhooks that get the changes
 * @param isListedImage whether the operator's block list file has an image, by its digest
 */
export function createModerationStore(
  db: Database,
  now: () => Date,
  realm: Realm,
  isListedImage: (digest: string) => boolean,
) {
  return {
    /**
     * The newest decisions that are in force, at most `SHOWN_MAX` of each kind.
     * @param search a part of an address, CID, video or creator, in any case; or a whole CID in any spelling,
     * also in a URL, which finds the image and the videos whose thumbnail it is
     */
    async listDecisions(search?: string) {
      const has = (text: SQL | Column) =>
        search === undefined ? undefined : sql`strpos(lower(${text}), lower(${search})) > 0`;
      const digest = search === undefined ? null : digestOf(search);
      const isImage = (column: Column) => (digest === null ? undefined : eq(column, digest));
      const [tokens, pictures, videos, creators] = await Promise.all([
        db
          .select()
          .from(moderatedTokens)
          .where(has(sql`'0x' || encode(${moderatedTokens.address}, 'hex')`))
          .orderBy(desc(moderatedTokens.at))
          .limit(SHOWN_MAX),
        db
          .select({
            cid: removedImages.cid,
            reason: removedImages.reason,
            at: removedImages.at,
            recognizesCopies,
          })
          .from(removedImages)
          .where(or(has(removedImages.cid), isImage(removedImages.digest)))
          .orderBy(desc(removedImages.at))
          .limit(SHOWN_MAX),
        db
          .select({
            uid: removedVideos.uid,
            reason: removedVideos.reason,
            at: removedVideos.at,
            recognizesCopies: sql<boolean>`${removedVideos.fileDigest} is not null or length(${removedVideos.fingerprints}) > 0`,
          })
          .from(removedVideos)
          .where(or(has(removedVideos.uid), isImage(removedVideos.thumbnailDigest)))
          .orderBy(desc(removedVideos.at))
          .limit(SHOWN_MAX),
        db
          .select()
          .from(blockedCreators)
          .where(has(blockedCreators.value))
          .orderBy(desc(blockedCreators.at))
          .limit(SHOWN_MAX),
      ]);
      return { tokens, pictures, videos, creators };
    },

    /** Hides or blurs a token, or restores it with null. @returns the state before */
    async setToken(
      tx: Executor,
      target: { chainId: number; address: Address; key: string },
      next: { state: TokenState; reason: ModerationReason } | null,
    ): Promise<{ state: TokenState; reason: ModerationReason } | null> {
      await lockModeration(tx);
      const { chainId, address, key } = target;
      const own = and(eq(moderatedTokens.chainId, chainId), eq(moderatedTokens.address, address));
      const [before] = await tx
        .select({ state: moderatedTokens.state, reason: moderatedTokens.reason })
        .from(moderatedTokens)
        .where(own);
      if (next === null) await tx.delete(moderatedTokens).where(own);
      else {
        const values = { ...next, at: now() };
        await tx
          .insert(moderatedTokens)
          .values({ chainId, address, ...values })
          .onConflictDoUpdate({
            target: [moderatedTokens.chainId, moderatedTokens.address],
            set: values,
          });
      }
      await publishChange(tx, { kind: "token", key }, next ?? { state: null, reason: null }, {
        at: now(),
        realm,
      });
      return before ?? null;
    },
    /**
     * Removes an image, or restores it with null. Empty fingerprints replace no others: the file may be gone.
     * @returns the decision before, or null
     */
    async setImage(
      tx: Executor,
      { digest, cid }: { digest: string; cid: string },
      next: { reason: ModerationReason; fingerprints: Uint8Array } | null,
    ): Promise<{ reason: ModerationReason; recognizesCopies: boolean } | null> {
      await lockModeration(tx);
      const own = eq(removedImages.digest, digest);
      const [before] = await tx
        .select({
          reason: removedImages.reason,
          recognizesCopies,
        })
        .from(removedImages)
        .where(own);
      if (next === null) await tx.delete(removedImages).where(own);
      else {
        await tx
          .insert(removedImages)
          .values({ digest, cid, ...next, at: now() })
          .onConflictDoUpdate({
            target: removedImages.digest,
            set: {
              reason: next.reason,
              at: now(),
              fingerprints: keptFingerprints(removedImages.fingerprints),
            },
          });
      }
      await publishImageChange(tx, cid, next?.reason ?? null, { at: now(), realm, isListedImage });
      return before ?? null;
    },
    /** The time of the last removal of an image, by itself or as the thumbnail of a video; null if there is none. */
    async findRemovedAt(digest: string): Promise<Date | null> {
      const [images, videos] = await Promise.all([
        db
          .select({ at: removedImages.at })
          .from(removedImages)
          .where(eq(removedImages.digest, digest)),
        db
          .select({ at: removedVideos.at })
          .from(removedVideos)
          .where(eq(removedVideos.thumbnailDigest, digest)),
      ]);
      const times = [...images, ...videos].map(({ at }) => at.getTime());
      return times.length === 0 ? null : new Date(Math.max(...times));
    },
    /** The time of an image's removal, if no copies of it are recognized; otherwise null. */
    async findUnrecognized(digest: string): Promise<Date | null> {
      const [row] = await db
        .select({ at: removedImages.at })
        .from(removedImages)
        .where(and(eq(removedImages.digest, digest), hasNoFingerprints));
      return row?.at ?? null;
    },
    /** Stores the fingerprints of a removed image that its removal could not compute. */
    async storeFingerprints(digest: string, fingerprints: Uint8Array): Promise<void> {
      await db.transaction(async (tx) => {
        await lockModeration(tx);
        const [row] = await tx
          .update(removedImages)
          .set({ fingerprints })
          .where(and(eq(removedImages.digest, digest), hasNoFingerprints))
          .returning({ cid: removedImages.cid, reason: removedImages.reason });
        if (row === undefined) return;
        const { cid, reason } = row;
        // The decision is the same, so webhooks and reports are not concerned.
        await recordEvent(tx, { kind: "picture", key: cid }, { state: "removed", reason }, now());
      });
    },
    /** Whether an image is removed: by itself, as the thumbnail of a removed video, or by the list. */
    isImageRemoved: (tx: Executor, digest: string) => isImageRemoved(tx, digest, { isListedImage }),
    /** Whether a video is removed. Reads the database, because `decisions` may lag by a second. */
    async isVideoRemoved(uid: string): Promise<boolean> {
      return (await db.$count(removedVideos, eq(removedVideos.uid, uid))) > 0;
    },
    /** The uids of removed videos with this thumbnail. */
    async removedVideosWith(tx: Executor, thumbnailDigest: string): Promise<string[]> {
      const rows = await tx
        .select({ uid: removedVideos.uid })
        .from(removedVideos)
        .where(eq(removedVideos.thumbnailDigest, thumbnailDigest));
      return rows.map(({ uid }) => uid);
    },
    /** Blocks a creator, or ends the block with null. @returns the reason before, or null */
    async setCreator(
      tx: Executor,
      { type, value }: CreatorBlock,
      reason: ModerationReason | null,
    ): Promise<ModerationReason | null> {
      await lockModeration(tx);
      const own = and(eq(blockedCreators.type, type), eq(blockedCreators.value, value));
      const [before] = await tx
        .select({ reason: blockedCreators.reason })
        .from(blockedCreators)
        .where(own);
      if (reason === null) await tx.delete(blockedCreators).where(own);
      else {
        await tx
          .insert(blockedCreators)
          .values({ type, value, reason, at: now() })
          .onConflictDoUpdate({
            target: [blockedCreators.type, blockedCreators.value],
            set: { reason, at: now() },
          });
      }
      const key = blockKey({ type, value });
      await publishChange(
        tx,
        { kind: "creator", key },
        { state: reason && "blocked", reason },
        { at: now(), realm },
      );
      return before?.reason ?? null;
    },
    /** Removes a video, or restores it with null. @returns the reason before, or null */
    setVideo: (tx: Executor, uid: string, next: VideoRemoval | null) =>
      setVideo(tx, uid, next, { at: now(), realm, isListedImage }),
    findBlocked: (
      candidates: readonly CreatorBlock[],
      address: string | null,
      networks: readonly string[],
    ) => findBlocked(db, candidates, address, networks),
  };
}

function digestOf(search: string): string | null {
  const cid = cidIn(search);
  return cid === null ? null : contentDigest(cid);
}

export type ModerationStore = ReturnType<typeof createModerationStore>;
