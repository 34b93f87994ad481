import { sql } from "drizzle-orm";
import {
  bigserial,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, moment } from "../../../drivers/db/columns";
import type { ChainSlug } from "../../../shared/chains";
import type { IdentityType } from "../../../shared/identity";
import type { Realm } from "../../../shared/realm";

/** Accounts of users and their sessions. */
export const account = pgSchema("account");

export const accounts = account.table("accounts", {
  id: text().primaryKey(),
  realm: text().$type<Realm>().notNull(),
  createdAt: moment("created_at").notNull(),
});

/** Verified identities; each belongs to at most one account. */
export const identities = account.table(
  "identities",
  {
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    /** Stable id: X subject, Farcaster fid, normalized email address or checksummed address. */
    stableId: text().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Display name as of the latest sign-in that confirmed one. */
    name: text().notNull(),
    /** Chain whose contract verified a wallet; on other chains the address may have another owner. */
    proofChainId: integer(),
    createdAt: moment("created_at").notNull(),
    signedInAt: moment("signed_in_at").notNull(),
    /** The latest sign-in that confirmed `name`; null if none did, or only with a server without this column. */
    nameProvenAt: moment("name_proven_at"),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.type, table.stableId] }),
    index("identities_account").on(table.accountId),
    index("identities_name").on(table.realm, table.type, sql`lower(${table.name})`),
  ],
);

/** Open sessions, one per sign-in. A cookie without a row here is not valid. */
export const sessions = account.table(
  "sessions",
  {
    id: text().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The identity that was proven; null if a server without this column opened the session. */
    identityType: text().$type<IdentityType>(),
    identityStableId: text(),
    authenticatedAt: moment("authenticated_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/** Watchlists of users, one row per token, so that concurrent changes cannot lose each other. */
export const watchedTokens = account.table(
  "watched_tokens",
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    chain: text().$type<ChainSlug>().notNull(),
    address: addressBytes().notNull(),
    /** Order of addition: the newest token has the highest. */
    place: bigserial({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.chain, table.address] }),
    uniqueIndex("watched_tokens_place").on(table.accountId, table.place),
  ],
);

/** Requests to add the next sign-in with an identity type to an account, one for each type. */
export const linkRequests = account.table(
  "link_requests",
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    type: text().$type<IdentityType>().notNull(),
    /** For email: the only address that may be added. */
    email: text(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.type] }),
    index("link_requests_expiry").on(table.expiresAt),
  ],
);

/** The latest request of an account, for servers of the previous release. */
export const linkIntents = account.table("link_intents", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  type: text().$type<IdentityType>().notNull(),
  /** For email: the only address that may be added. */
  email: text(),
  expiresAt: moment("expires_at").notNull(),
});

/**
 * Pending sign-ins by email. Secrets are stored as hashes, so a row cannot be used without the email
 * or the browser. Used attempts are removed.
 */
export const emailAttempts = account.table(
  "email_attempts",
  {
    /** Hash of the secret in the cookie of the browser that requested the email. */
    id: text().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    email: text().notNull(),
    /** Hash of that secret and the code. */
    codeHash: text().notNull(),
    linkHash: text().notNull(),
    guesses: integer().notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("email_attempts_link").on(table.linkHash),
    index("email_attempts_expiry").on(table.expiresAt),
  ],
);

/** Hashes of signed messages that were used to sign in; each works once. */
export const usedMessages = account.table(
  "used_messages",
  { hash: text().primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("used_messages_expiry").on(table.expiresAt)],
);

/** Emails of the sandbox, stored instead of sent. */
export const mails = account.table("mails", {
  id: bigserial({ mode: "number" }).primaryKey(),
  to: text("recipient").notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: moment("sent_at").notNull(),
});
