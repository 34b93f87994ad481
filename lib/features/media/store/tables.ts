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
import { bytes, moment } from "../../../drivers/db/columns";
import type { VideoState } from "../../video/rules/video";

/** Uploaded media: files on the disk of this service, and videos. */
export const media = pgSchema("media");

/** `lib/features/storage/reserve-storage.ts` removes each kind. */
export type AssetKind = "video" | "content";

/**
 * Disk usage of uploads; the sum is kept within the budget. When space is needed, the oldest
 * unreferenced assets are removed first.
 */
export const assets = media.table(
  "assets",
  {
    kind: text().$type<AssetKind>().notNull(),
    /** Uid of a video; CID (v0) of an image or metadata document. */
    key: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /**
     * False while the upload is running: the size is a reservation and the asset is not removed.
     */
    isSettled: boolean().notNull(),
    createdAt: moment("created_at").notNull(),
    /** Time of the latest launch that refers to it, or `USED_FOREVER`; such an asset is kept. */
    usedAt: moment("used_at"),
    /** Hashes of the first uploader and of the networks around it. */
    owners: text().array().notNull().default(sql`'{}'::text[]`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index("assets_removable").on(table.createdAt).where(sql`used_at is null and is_settled`),
    index("assets_owners").using("gin", table.owners),
  ],
);

/**
 * Changes of the bytes that all assets occupy; their sum is the usage. Triggers of `assets` add a row for each
 * statement, and `recountUsage` replaces them by one. A single row would be locked until its transaction ends.
 */
export const usageChanges = media.table("usage_changes", {
  bytes: bigint({ mode: "number" }).notNull(),
});

/**
 * `remove` everywhere; `withdraw` from the provider that publishes it, keeping the copy of this
 * installation; `publish` at the provider again.
 */
export type ContentChange = "remove" | "withdraw" | "publish";

/** Changes of stored content to carry out; requested together with its reason, and repeated until it is done. */
export const contentChanges = media.table(
  "content_changes",
  {
    /** CID (v0 if there is one), or `videoChangeKey` of a video that a hosted provider serves. */
    key: text().primaryKey(),
    change: text().$type<ContentChange>().notNull(),
    /** Time of the next attempt; of a new request, an earlier time. */
    dueAt: moment("due_at").notNull(),
  },
  (table) => [index("content_changes_due").on(table.dueAt)],
);

/**
 * Withdrawn files, where no storage that all machines share keeps a copy: the provider had the only one. A
 * row is removed when its file is published again, or removed.
 */
export const withdrawnFiles = media.table("withdrawn_files", {
  /** As of `contentChanges`. */
  key: text().primaryKey(),
  bytes: bytes().notNull(),
});

export type ContentState = "pending" | "approved" | "refused" | "failed";

/**
 * Content that `/ipfs/` may serve in addition to files of this machine: uploads, and token images
 * that passed moderation.
 */
export const content = media.table(
  "content",
  {
    /** In the form of `contentKey`. */
    cid: text().primaryKey(),
    state: text().$type<ContentState>().notNull(),
    attempts: integer().notNull().default(0),
    /** Next attempt while pending; each claim advances it. */
    nextAttemptAt: moment("next_attempt_at").notNull(),
    checkedAt: moment("checked_at"),
    /** Why it was rejected or could not be fetched; for the operator. */
    reason: text(),
  },
  (table) => [index("content_pending").on(table.nextAttemptAt).where(sql`state = 'pending'`)],
);

export const videos = media.table(
  "videos",
  {
    uid: text().primaryKey(),
    /** Driver that stores the file; rows of other drivers are read-only. */
    provider: text().notNull(),
    state: text().$type<VideoState>().notNull(),
    userId: text().notNull(),
    durationSecondsMax: doublePrecision().notNull(),
    sizeBytesMax: integer().notNull(),
    createdAt: moment("created_at").notNull(),
    /** Expiry of the upload URL. */
    expiresAt: moment("expires_at").notNull(),
    /** Updated by every step; the sweeper restarts a video whose lease expired. */
    touchedAt: moment("touched_at").notNull(),
    /** Start of the current run; null while it is queued. */
    startedAt: moment("started_at"),
    requeues: integer("adoptions").notNull().default(0),
    finishedAt: moment("finished_at"),
    /** Why it ended in `error` or `nsfw_rejected`; shown to the uploader. */
    reason: text(),
    durationSeconds: doublePrecision(),
    width: integer(),
    height: integer(),
    sizeBytes: integer(),
    /** SHA-256 of the uploaded file, as hex; null if another provider received it. */
    fileDigest: text(),
    thumbnailCid: text(),
    /** Absolute URL, or a path of this service. */
    streamUrl: text(),
    thumbnailUrl: text(),
    /** Whether a rejected video is deleted at the provider. */
    isRemoved: boolean().notNull().default(false),
  },
  (table) => [
    index("videos_user").on(table.userId, table.createdAt.desc()),
    index("videos_thumbnail").using("hash", table.thumbnailCid),
    index("videos_unfinished")
      .on(table.state, table.touchedAt)
      .where(sql`state in ('uploading', 'processing', 'nsfw_checking')`),
    index("videos_unremoved")
      .on(table.uid)
      .where(sql`state in ('nsfw_rejected', 'error') and not is_removed`),
  ],
);

/** Fingerprints of a moderated video's frames, one after the other, so that a removal needs no decoding. */
export const videoFrames = media.table("video_frames", {
  uid: text()
    .primaryKey()
    .references(() => videos.uid, { onDelete: "cascade" }),
  fingerprints: bytes().notNull(),
});

/** Upload URLs of the embedded driver; each accepts one file. */
export const uploadTickets = media.table(
  "upload_tickets",
  {
    uid: text().primaryKey(),
    /** SHA-256 of the secret in the URL. */
    tokenHash: text().notNull().unique(),
    sizeBytesMax: integer().notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** The running upload, and the end of its lease on the ticket. */
    claimId: text(),
    claimedUntil: moment("claimed_until"),
    usedAt: moment("used_at"),
    /** The encoding that is moderated and published. */
    encodingId: text(),
  },
  (table) => [index("upload_tickets_expiry").on(table.expiresAt)],
);
