import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ChainSlug } from "@/lib/domain/chains";
import type { IdentityType } from "@/lib/domain/identity";
import type { Realm } from "@/lib/domain/realm";
import type { TransactionKind, TransactionState } from "@/lib/features/transactions/rules";
import type { Payloads, Results } from "@/lib/features/transactions/transaction";
import { addressBytes, exactJson, hexBytes } from "./columns";

/** Everything the launch interface must not lose: transactions, signed bytes, wallets, the outbox. */
export const launch = pgSchema("launch");

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** What the service does on chain: launches, managers, payouts, withdrawals, share changes. */
export const transactions = launch.table(
  "transactions",
  {
    id: text().primaryKey(),
    /** Order of acceptance; the queue position counts by it. */
    sequence: bigserial({ mode: "number" }).notNull(),
    kind: text().$type<TransactionKind>().notNull(),
    chain: text().$type<ChainSlug>().notNull(),
    state: text().$type<TransactionState>().notNull(),
    payload: exactJson<Payloads[TransactionKind]>().notNull(),
    /** What it returned; null until it is completed. */
    result: exactJson<Results[TransactionKind]>(),
    /** Whose history lists it: a wallet, or an account id. */
    owner: text(),
    /** Only one open transaction may have this key. */
    exclusiveKey: text(),
    /** The realm of the server that accepted it: whose users and managed wallets it is about. */
    realm: text().$type<Realm>().notNull(),
    /** The realm of the chain, which becomes real on its own. */
    chainRealm: text().$type<Realm>().notNull(),
    transactionHash: hexBytes(),
    error: text(),
    mayHaveSucceeded: boolean().notNull().default(false),
    createdAt: moment("created_at").notNull(),
    /** Renewed by every step; an open transaction past its lease is requeued. */
    touchedAt: moment("touched_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    uniqueIndex("transactions_exclusive")
      .on(table.realm, table.chainRealm, table.exclusiveKey)
      .where(sql`state in ('waiting', 'active')`),
    index("transactions_open")
      .on(table.kind, table.chain, table.sequence)
      .where(sql`state in ('waiting', 'active')`),
    index("transactions_uncertain")
      .on(table.sequence)
      .where(sql`state = 'failed' and may_have_succeeded`),
    index("transactions_finished").on(table.kind, table.chain, table.finishedAt),
    index("transactions_owner").on(table.owner, table.createdAt),
  ],
);

/**
 * Signed bytes, stored before they are sent: a crash sends the same ones again. A transaction has
 * one nonce; a raised fee adds a row at the same nonce. `realm` is the chain's, in all tables with a
 * chain id: bytes of a sandbox would be valid on the real chain.
 */
export const signedTransactions = launch.table(
  "signed_transactions",
  {
    realm: text().$type<Realm>().notNull(),
    hash: hexBytes().notNull(),
    chainId: integer().notNull(),
    wallet: addressBytes().notNull(),
    nonce: bigint({ mode: "number" }).notNull(),
    /** The transaction, or `cancel:` and the nonce. */
    operationId: text().notNull(),
    rawTransaction: hexBytes().notNull(),
    maxFeePerGas: numeric({ mode: "bigint" }).notNull(),
    createdAt: moment("created_at").notNull(),
    /** When a receipt of the nonce was seen; such rows are no longer looked at. */
    settledAt: moment("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.hash] }),
    index("signed_transactions_operation").on(table.operationId),
    index("signed_transactions_nonce").on(table.realm, table.chainId, table.wallet, table.nonce),
    index("signed_transactions_unsettled")
      .on(table.realm, table.chainId, table.wallet, table.nonce)
      .where(sql`settled_at is null`),
  ],
);

/** The next nonce of each wallet; its row is the lock under which nonces are reserved. */
export const nonces = launch.table(
  "nonces",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    wallet: addressBytes().notNull(),
    next: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.chainId, table.wallet] })],
);

/**
 * Gas of the server wallet by operation: reserved before the operation is accepted, replaced by what
 * it cost once a transaction is mined.
 */
export const gasReservations = launch.table(
  "gas_reservations",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    operationId: text().notNull(),
    /** Minute since the Unix epoch whose spending holds `wei`. */
    minute: integer().notNull(),
    wei: numeric({ mode: "bigint" }).notNull(),
    isSettled: boolean().notNull().default(false),
    /** The transaction that was counted last; counting it again changes nothing. */
    settledHash: hexBytes(),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.chainId, table.operationId] }),
    index("gas_reservations_minute").on(table.realm, table.chainId, table.minute),
    index("gas_reservations_unsettled")
      .on(table.realm, table.chainId, table.minute)
      .where(sql`not is_settled`),
  ],
);

/** Sums of the reservations, so that a day is read in 1,440 rows at most. */
export const gasMinutes = launch.table(
  "gas_minutes",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    minute: integer().notNull(),
    wei: numeric({ mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.chainId, table.minute] })],
);

/** Events for the job engine, written in the transaction that they speak of. */
export const outbox = launch.table(
  "outbox",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment("created_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (table) => [index("outbox_unsent").on(table.id).where(sql`sent_at is null`)],
);

/** First answers by Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = launch.table(
  "idempotency_keys",
  {
    operation: text().notNull(),
    chain: text().$type<ChainSlug>().notNull(),
    /** The chain's: what a sandbox answered is not on the real chain. */
    realm: text().$type<Realm>().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** Null while the first request is still at work. */
    answer: jsonb().$type<Record<string, unknown>>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operation, table.chain, table.realm, table.key] }),
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/** Which seed the managed wallets of a realm come from. No two realms share one. */
export const walletSeeds = launch.table("wallet_seeds", {
  realm: text().$type<Realm>().primaryKey(),
  seedId: text().notNull().unique("wallet_seeds_seed"),
  createdAt: moment("created_at").notNull(),
});

/** Wallets that stand for an email address, X or Farcaster user. */
export const managedWallets = launch.table(
  "managed_wallets",
  {
    index: serial().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    identity: text().notNull(),
    /** Which seed the address was derived from, so that a lost seed is noticed and not replaced. */
    seedId: text().notNull(),
    /** Derived when the wallet is first asked for. */
    address: addressBytes(),
    /** What stays when a username changes hands; unknown for a username until its owner signs in. */
    stableId: text(),
    createdAt: moment("created_at").notNull(),
    /** When its owner signed in; until then the identity is only claimed by whoever named it. */
    verifiedAt: moment("verified_at"),
  },
  (table) => [
    uniqueIndex("managed_wallets_identity").on(table.realm, table.type, table.identity),
    index("managed_wallets_stable_id").on(table.realm, table.type, table.stableId),
    index("managed_wallets_address").on(table.address),
  ],
);
