import {
  bigserial,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "../../../drivers/db/columns";
import type { IdentityType } from "../../../shared/identity";
import type { Realm } from "../../../shared/realm";

/** People who have signed in, and where they are signed in. */
export const account = pgSchema("account");

export const accounts = account.table("accounts", {
  id: text().primaryKey(),
  realm: text().$type<Realm>().notNull(),
  createdAt: moment("created_at").notNull(),
});

/** What an account has proven to be; an identity is in one account at the most. */
export const identities = account.table(
  "identities",
  {
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    /** What stays: X subject, Farcaster fid, normalised email address, checksummed address. */
    stableId: text().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** What it goes by, as of the latest sign-in. */
    name: text().notNull(),
    /** Chain whose contract vouched for a wallet: elsewhere that address may be somebody else's. */
    proofChainId: integer(),
    createdAt: moment("created_at").notNull(),
    signedInAt: moment("signed_in_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.type, table.stableId] }),
    index("identities_account").on(table.accountId),
  ],
);

/** Open sessions, one for each sign-in. A cookie that names no row here signs nobody in. */
export const sessions = account.table(
  "sessions",
  {
    id: text().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    authenticatedAt: moment("authenticated_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/** That the next sign-in with this identity type shall be added to an account, asked for by it. */
export const linkIntents = account.table("link_intents", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  type: text().$type<IdentityType>().notNull(),
  /** The address, for email: no other one may come in its place. */
  email: text(),
  expiresAt: moment("expires_at").notNull(),
});

/**
 * Sign-ins by email that wait for their code or link. Nothing here can be used without what only
 * the mail or the browser has: secrets are stored as hashes. Used attempts are removed.
 */
export const emailAttempts = account.table(
  "email_attempts",
  {
    /** Hash of the secret that the browser which asked for the mail has in a cookie. */
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

/** Hashes of signed messages that have signed somebody in: each works once. */
export const usedMessages = account.table(
  "used_messages",
  { hash: text().primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("used_messages_expiry").on(table.expiresAt)],
);

/** The sandbox's mails, in place of a mail server. */
export const mails = account.table("mails", {
  id: bigserial({ mode: "number" }).primaryKey(),
  to: text("recipient").notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: moment("sent_at").notNull(),
});
