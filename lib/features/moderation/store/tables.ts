import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, bytes, moment } from "../../../drivers/db/columns";
import type { BlockType, ModerationReason, TargetKind, TokenState } from "../rules/moderation";

/** Decisions of moderators, reports and appeals. */
export const moderation = pgSchema("moderation");

/** Hidden and blurred tokens; a row is removed when its token is restored. */
export const moderatedTokens = moderation.table(
  "tokens",
  {
    chainId: integer().notNull(),
    address: addressBytes().notNull(),
    state: text().$type<TokenState>().notNull(),
    reason: text().$type<ModerationReason>().notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
);

/** Removed images. */
export const removedImages = moderation.table("pictures", {
  /** `contentDigest` of the CID. */
  digest: text().primaryKey(),
  cid: text().notNull(),
  reason: text().$type<ModerationReason>().notNull(),
  /** The fingerprints of its frames, one after the other. */
  fingerprints: bytes().notNull(),
  at: moment("at").notNull(),
});

/** Removed videos. */
export const removedVideos = moderation.table("videos", {
  uid: text().primaryKey(),
  /** SHA-256 of the uploaded file, as hex; null if another provider received it. */
  fileDigest: text(),
  thumbnailCid: text(),
  /** `contentDigest` of the thumbnail, which is removed as well. */
  thumbnailDigest: text(),
  reason: text().$type<ModerationReason>().notNull(),
  /** The fingerprints of its frames, one after the other. */
  fingerprints: bytes().notNull(),
  at: moment("at").notNull(),
});

/** Blocked creators. */
export const blockedCreators = moderation.table(
  "creators",
  {
    type: text().$type<BlockType>().notNull(),
    value: text().notNull(),
    reason: text().$type<ModerationReason>().notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.value] })],
);

/** Origins of launches, so that moderators can block a creator by identity or network. */
export const launchOrigins = moderation.table(
  "launches",
  {
    chainId: integer().notNull(),
    /** The token address that the launch response announced, or that newer contracts create. */
    token: addressBytes().notNull(),
    jobId: text().notNull(),
    /** The identity that the request named as creator; null if it named none, or a wallet. */
    creatorType: text().$type<BlockType>(),
    creatorValue: text(),
    /** The IPv4 address, or IPv6 /64, that sent the request. Null if unknown, or after 30 days. */
    network: text(),
    at: moment("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.token] }),
    index("launches_network").on(table.at).where(sql`network is not null`),
    index("launches_job").on(table.jobId),
  ],
);

/** Reports; one per target and sender while it is open. */
export const reports = moderation.table(
  "reports",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    kind: text().$type<TargetKind>().notNull(),
    /** A token's `chainId:address`, an image's CID, a creator's wallet; see `read-target.ts`. */
    key: text().notNull(),
    /** The token on whose page it was reported. */
    chainId: integer().notNull(),
    token: addressBytes().notNull(),
    reason: text().$type<ModerationReason>().notNull(),
    details: text().notNull(),
    email: text(),
    /** Hash of the sender's network, so that nobody reports a target twice. */
    sender: text().notNull(),
    at: moment("at").notNull(),
    closedAt: moment("closed_at"),
  },
  (table) => [
    uniqueIndex("reports_once")
      .on(table.kind, table.key, table.sender)
      .where(sql`closed_at is null`),
    index("reports_open").on(table.kind, table.key, table.id).where(sql`closed_at is null`),
    index("reports_closed").on(table.closedAt).where(sql`closed_at is not null`),
  ],
);

/** Appeals against a decision. */
export const appeals = moderation.table(
  "appeals",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    kind: text().$type<TargetKind>().notNull(),
    /** As of reports; a block without a token has the key of `blockKey`. */
    key: text().notNull(),
    /** The token on whose page the decision is shown; null for a creator whose launch was refused. */
    chainId: integer(),
    token: addressBytes(),
    details: text().notNull(),
    email: text(),
    sender: text().notNull(),
    /** Whether its sender was signed in as the creator. */
    isCreator: boolean().notNull(),
    at: moment("at").notNull(),
    closedAt: moment("closed_at"),
  },
  (table) => [
    uniqueIndex("appeals_once")
      .on(table.kind, table.key, table.sender)
      .where(sql`closed_at is null`),
    index("appeals_closed").on(table.closedAt).where(sql`closed_at is not null`),
  ],
);

/**
 * Every change of moderation, in order; written in the transaction of the change. Web servers follow
 * it, and it is the one place from which moderation events are published.
 */
export const moderationEvents = moderation.table("events", {
  id: bigserial({ mode: "number" }).primaryKey(),
  at: moment("at").notNull(),
  kind: text().$type<TargetKind>().notNull(),
  key: text().notNull(),
  /** The new state; null when the target was restored. */
  state: text(),
  reason: text().$type<ModerationReason>(),
});
