import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, exactJson, hexBytes, launch, moment } from "../../../drivers/db/columns";
import type { ChainSlug } from "../../../shared/chains";
import type { Realm } from "../../../shared/realm";
import type { TransactionKind, TransactionState } from "../rules";
import type { Payloads, Results } from "../transaction";

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
/** Sums of the reservations, so that a day is read in 1,440 rows at most. */
/** Events for the job engine, written in the transaction that they speak of. */
/** First answers by Idempotency-Key, kept for 24 hours. */
/** Which seed the managed wallets of a realm come from. No two realms share one. */
/** Wallets that stand for an email address, X or Farcaster user. */
