import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment } from "../../../drivers/db/columns";
import type { VideoState } from "../../video/rules/video";

/** Uploaded media: what stands on our disk, and the videos. */
export const media = pgSchema("media");

/** How each kind is removed says `lib/features/storage/reserve-storage.ts`. */
export type AssetKind = "video" | "content";

/**
 * What uploads occupy on the disk of this service; their sum is held under the budget. The oldest
 * that no launch refers to goes first when room is needed.
 */
export const assets = media.table(
  "assets",
  {
    kind: text().$type<AssetKind>().notNull(),
    /** Uid of a video; CID (v0) of an image or a metadata document. */
    key: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /** False while somebody works on it: its size is a reservation and it is not removed. */
    isSettled: boolean().notNull(),
    createdAt: moment("created_at").notNull(),
    /** When a launch first referred to it; such an asset stays. */
    usedAt: moment("used_at"),
    /** Hashes of the caller who first sent it and of the networks around it. */
    owners: text().array().notNull().default(sql`'{}'::text[]`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index("assets_removable").on(table.createdAt).where(sql`used_at is null and is_settled`),
    index("assets_owners").using("gin", table.owners),
  ],
);

export type ContentState = "pending" | "approved" | "refused" | "failed";

/**
 * What `/ipfs/` may serve beside the files of this machine: content that was uploaded here, and
 * pictures of tokens once the moderation has passed them.
 */
export const content = media.table(
  "content",
  {
    /** As `contentKey` spells it. */
    cid: text().primaryKey(),
    state: text().$type<ContentState>().notNull(),
    attempts: integer().notNull().default(0),
    /** When a pending one is looked at next; moved on by whoever claims it. */
    nextAttemptAt: moment("next_attempt_at").notNull(),
    checkedAt: moment("checked_at"),
    /** Why it was refused or could not be fetched, for the operator. */
    reason: text(),
  },
  (table) => [index("content_pending").on(table.nextAttemptAt).where(sql`state = 'pending'`)],
);

export const videos = media.table(
  "videos",
  {
    uid: text().primaryKey(),
    /** Driver that holds the file; rows of another one are only shown. */
    provider: text().notNull(),
    state: text().$type<VideoState>().notNull(),
    userId: text().notNull(),
    durationSecondsMax: doublePrecision().notNull(),
    sizeBytesMax: integer().notNull(),
    createdAt: moment("created_at").notNull(),
    /** Until when it may be uploaded. */
    expiresAt: moment("expires_at").notNull(),
    /** Moved on by every step; a video that stands still past its lease is adopted by the sweeper. */
    touchedAt: moment("touched_at").notNull(),
    /** When a run first worked on it; null while it waits in the queue. */
    startedAt: moment("started_at"),
    adoptions: integer().notNull().default(0),
    finishedAt: moment("finished_at"),
    /** Why it ended in `error` or `nsfw_rejected`, for people. */
    reason: text(),
    durationSeconds: doublePrecision(),
    width: integer(),
    height: integer(),
    sizeBytes: integer(),
    thumbnailCid: text(),
    /** Absolute, or a path of this service. */
    streamUrl: text(),
    thumbnailUrl: text(),
    /** Whether nothing of a refused video is left at the provider. */
    isRemoved: boolean().notNull().default(false),
  },
  (table) => [
    index("videos_user").on(table.userId, table.createdAt.desc()),
    index("videos_unfinished")
      .on(table.state, table.touchedAt)
      .where(sql`state in ('uploading', 'processing', 'nsfw_checking')`),
    index("videos_unremoved")
      .on(table.uid)
      .where(sql`state in ('nsfw_rejected', 'error') and not is_removed`),
  ],
);

/** Upload URLs of the embedded driver: each takes one file. */
export const uploadTickets = media.table(
  "upload_tickets",
  {
    uid: text().primaryKey(),
    /** SHA-256 of the secret in the URL. */
    tokenHash: text().notNull().unique(),
    sizeBytesMax: integer().notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** The upload that is under way, and until when it holds the ticket unless it renews. */
    claimId: text(),
    claimedUntil: moment("claimed_until"),
    usedAt: moment("used_at"),
  },
  (table) => [index("upload_tickets_expiry").on(table.expiresAt)],
);
