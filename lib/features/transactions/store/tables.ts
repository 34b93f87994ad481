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

/** On-chain work of the service: launches, managers, payouts, withdrawals, share changes and trades. */
export const transactions = launch.table(
  "transactions",
  {
    id: text().primaryKey(),
    /** Order of acceptance; defines the queue position. */
    sequence: bigserial({ mode: "number" }).notNull(),
    kind: text().$type<TransactionKind>().notNull(),
    chain: text().$type<ChainSlug>().notNull(),
    state: text().$type<TransactionState>().notNull(),
    payload: exactJson<Payloads[TransactionKind]>().notNull(),
    /** Null until it is completed. */
    result: exactJson<Results[TransactionKind]>(),
    /** Key of the history that lists it: a wallet or an account id. */
    owner: text(),
    /** Unique among open transactions. */
    exclusiveKey: text(),
    /** Realm of the server that accepted it, which is the realm of its users and managed wallets. */
    realm: text().$type<Realm>().notNull(),
    /** Realm of the chain, which may change from sandbox to live on its own. */
    chainRealm: text().$type<Realm>().notNull(),
    transactionHash: hexBytes(),
    error: text(),
    mayHaveSucceeded: boolean().notNull().default(false),
    createdAt: moment("created_at").notNull(),
    /** Renewed by every step; an open transaction past its lease is requeued. */
    touchedAt: moment("touched_at").notNull(),
    /** When it was requeued last; `touched_at` has this time until a step runs. */
    requeuedAt: moment("requeued_at"),
    finishedAt: moment("finished_at"),
    /** W3C trace context of the request that it was accepted in; null without traces. */
    traceparent: text(),
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
    index("transactions_unsent")
      .on(table.finishedAt)
      .where(sql`kind = 'prepared_launch' and state = 'failed'`),
    // The order and the search of the console.
    index("transactions_sequence").on(table.sequence),
    index("transactions_hash").on(table.transactionHash).where(sql`transaction_hash is not null`),
    index("transactions_wallet")
      .on(sql`(${table.payload} ->> 'wallet')`)
      .where(sql`(payload ->> 'wallet') is not null`),
    index("transactions_owner").on(table.owner, table.createdAt),
    // Content that a launch refers to. Hash indexes accept values of any length and omit null.
    index("transactions_image").using("hash", sql`(${table.payload} -> 'token' ->> 'imageIpfs')`),
    index("transactions_video").using(
      "hash",
      sql`(${table.payload} -> 'token' -> 'video' ->> 'uid')`,
    ),
    index("transactions_token_uri").using("hash", sql`(${table.payload} ->> 'tokenUri')`),
  ],
);

/**
 * Signed bytes, stored before they are sent, so that the same bytes are sent again after a crash. A
 * transaction has one nonce; a replacement with a higher fee adds a row at the same nonce. `realm` is
 * that of the chain, because bytes signed for a sandbox would be valid on the real chain.
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
    transactionId: text("operation_id").notNull(),
    rawTransaction: hexBytes().notNull(),
    maxFeePerGas: numeric({ mode: "bigint" }).notNull(),
    createdAt: moment("created_at").notNull(),
    /** When a receipt of the nonce was found; settled rows are not read again. */
    settledAt: moment("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.hash] }),
    index("signed_transactions_operation").on(table.transactionId),
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
