import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { prepareOnce } from "@/lib/drivers/db/prepare-once";
import { readTogether } from "@/lib/drivers/db/read-together";
import {
  statesBefore,
  type TransactionKind,
  type TransactionState,
} from "@/lib/features/transactions/rules";
import type {
  NewTransaction,
  Payloads,
  Results,
  Transaction,
} from "@/lib/features/transactions/transaction";
import { noReceivingWebhooks } from "@/lib/features/webhooks/store/add-deliveries";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { isOpen, ofRealms } from "./conditions";
import { SIGNED_COLUMNS, type StoredTransaction } from "./create-signed-transaction-store";
import { createTransactionUpkeep } from "./create-transaction-upkeep";
import { discardUnsigned, failUnsigned, ifUnsigned } from "./end-unsigned";
import { COLUMNS, findRequested, listOfOwners, type RequestedOf } from "./find-of-owners";
import { findRevertedPayouts } from "./find-reverted-payouts";
import { type InsertOptions, insertTransaction } from "./insert-transaction";
import { REPORTED_COLUMNS, reportLaunch } from "./report-launch";
import { signedTransactions, transactions } from "./tables";

/** A fifth of the lease, which `requeueTransactions` reads. */
const RENEW_AFTER_MS = 4_000;

export type TransactionChanges = Partial<
  Pick<Transaction, "transactionHash" | "error" | "mayHaveSucceeded"> & {
    result: Results[TransactionKind];
  }
>;

const byIds = prepareOnce((db) =>
  db
    .select(COLUMNS)
    .from(transactions)
    .where(sql`${transactions.id} = any(${sql.placeholder("ids")})`)
    .prepare("transactions_by_ids"),
);

export type TransactionStore = ReturnType<typeof createTransactionStore>;

/**
 * Transactions in Postgres, from acceptance to their end. Every write is idempotent. A sandbox chain
 * has the id of a real one, so a transaction belongs to the realms of the server and the chain that
 * accepted it; servers of other realms never sign or send it.
 * @param traceparent trace context of the running request, which is stored with what it accepts
 */
export function createTransactionStore(
  db: Database,
  now: () => Date,
  realms: Realms,
  traceparent: () => string | null = () => null,
) {
  const { realm, realmOf } = realms;
  // Waiting clients poll their launches.
  const findOne = readTogether<Transaction>((ids) => byIds(db, null).execute({ ids }));
  async function find(id: string, on?: Executor): Promise<Transaction | null> {
    if (on === undefined) return findOne(id);
    const [found] = await on.select(COLUMNS).from(transactions).where(eq(transactions.id, id));
    return found ?? null;
  }

  return {
    /** @param on the database transaction to read in */
    find,
    /**
     * Stores a transaction, its event for the job engine and its idempotency claim atomically. Stores
     * nothing when the id exists, another open transaction has the exclusive key, or another request
     * has claimed the idempotency key.
     * @param options.isRunHere whether the caller advances the transaction itself
     */
    insert: (transaction: NewTransaction, options: InsertOptions): Promise<Transaction | null> =>
      insertTransaction(
        db,
        {
          ...transaction,
          realm,
          chainRealm: realmOf(transaction.chain),
          traceparent: traceparent(),
        },
        options,
        now(),
      ),
    async findOpen(exclusiveKey: string): Promise<Transaction | null> {
      const [open] = await db
        .select(COLUMNS)
        .from(transactions)
        .where(and(eq(transactions.exclusiveKey, exclusiveKey), isOpen, ofRealms(realms)));
      return open ?? null;
    },
    /**
     * Returns a transaction with what was signed for it, latest first; null if it belongs to another
     * realm. Renews its lease unless that was just done: each step of a run calls it, most of them
     * within a few milliseconds.
     */
    async loadAndRenewLease(
      id: string,
    ): Promise<(Transaction & { signed: StoredTransaction[] }) | null> {
      const at = now();
      const rows = await db
        .select({
          transaction: COLUMNS,
          touchedAt: transactions.touchedAt,
          requeuedAt: transactions.requeuedAt,
          signed: SIGNED_COLUMNS,
        })
        .from(transactions)
        .leftJoin(signedTransactions, eq(signedTransactions.transactionId, transactions.id))
        .where(and(eq(transactions.id, id), ofRealms(realms)))
        .orderBy(desc(signedTransactions.createdAt));
      const [found] = rows;
      if (found === undefined) return null;
      const touchedAt = found.touchedAt.getTime();
      // The first step since it was requeued.
      const isFirst = found.requeuedAt?.getTime() === touchedAt;
      if (isFirst || at.getTime() - touchedAt >= RENEW_AFTER_MS) {
        await db.update(transactions).set({ touchedAt: at }).where(eq(transactions.id, id));
      }
      return { ...found.transaction, signed: rows.flatMap(({ signed }) => signed ?? []) };
    },
    /**
     * Changes the state and renews the lease. A failed transaction with an unknown outcome changes only
     * when the outcome is known.
     * @param options.within the database transaction to do it in
     * @param options.onlyWithDeadline the deadline of a prepared launch's permit as it was read; nothing
     * changes if the permit was renewed or the launch is no longer waiting
     * @returns false when `to` cannot be reached from the current state
     */
    async transition(
      id: string,
      to: TransactionState,
      options: { changes?: TransactionChanges; within?: Executor; onlyWithDeadline?: bigint } = {},
    ): Promise<boolean> {
      const { changes = {}, within, onlyWithDeadline } = options;
      const at = now();
      const end = to === "completed" || to === "failed" ? { finishedAt: at } : {};
      const wasUndecided =
        changes.mayHaveSucceeded === false ? eq(transactions.mayHaveSucceeded, true) : undefined;
      const isWithDeadline =
        onlyWithDeadline === undefined
          ? undefined
          : sql`state = 'waiting' and payload -> 'deadline' ->> '$bigint' = ${onlyWithDeadline.toString()}`;
      const isBefore = and(
        inArray(transactions.state, statesBefore(to)),
        or(isOpen, wasUndecided),
        isWithDeadline,
      );
      const update = (tx: Executor, condition?: SQL) =>
        tx
          .update(transactions)
          .set({ ...changes, ...end, state: to, touchedAt: at })
          .where(and(eq(transactions.id, id), isBefore, condition))
          .returning(REPORTED_COLUMNS);
      const move = async (tx: Executor) => {
        const [moved] = await update(tx);
        if (moved === undefined) return false;
        await reportLaunch(tx, moved, at);
        return true;
      };
      if (within !== undefined) return move(within);
      // Without webhooks there is nothing else to store, so one statement is enough.
      if ((await update(db, noReceivingWebhooks(realm))).length > 0) return true;
      return db.transaction(move);
    },
    /** Fails an open transaction unless it is signed. @returns whether it failed */
    failUnsigned(id: string, error: string, within?: Executor): Promise<boolean> {
      const fail = (tx: Executor) => failUnsigned(tx, { id, error, at: now() });
      return within === undefined ? db.transaction(fail) : fail(within);
    },
    /** Deletes an open transaction unless it is signed. @returns whether it was deleted */
    discardUnsigned: (id: string): Promise<boolean> => discardUnsigned(db, id),
    /** Reopens a prepared launch with a new permit. False when it was launched. */
    async renewPermit(id: string, payload: Payloads["prepared_launch"]): Promise<boolean> {
      const renewed = await db
        .update(transactions)
        .set({ payload, state: "waiting", error: null, finishedAt: null, touchedAt: now() })
        .where(
          and(
            eq(transactions.id, id),
            eq(transactions.kind, "prepared_launch"),
            inArray(transactions.state, ["waiting", "failed"]),
            ofRealms(realms),
          ),
        )
        .returning({ id: transactions.id });
      return renewed.length === 1;
    },
    /**
     * Changes the address that a launch's token is expected at, unless the launch has completed.
     * @param change what else changes with it, in the same database transaction
     * @returns whether it changed
     */
    async setExpectedAddress(
      id: string,
      address: Address,
      change: (tx: Executor) => Promise<void>,
    ): Promise<boolean> {
      const expected = sql`jsonb_set(${transactions.payload}, '{expectedAddress}', to_jsonb(${address}::text))`;
      return db.transaction(async (tx) => {
        const changed = await tx
          .update(transactions)
          .set({ payload: expected })
          .where(
            and(
              eq(transactions.id, id),
              inArray(transactions.kind, ["launch", "prepared_launch"]),
              ne(transactions.state, "completed"),
              ofRealms(realms),
            ),
          )
          .returning({ id: transactions.id });
        if (changed.length === 0) return false;
        await change(tx);
        return true;
      });
    },
    /**
     * Changes the address that a manager is expected at, unless its transaction is signed.
     * @returns whether it changed
     */
    setManagerAddress: (id: string, address: Address): Promise<boolean> =>
      db.transaction((tx) => ifUnsigned(tx, id, () => writeManagerAddress(tx, id, address))),
    /** Stores the address that the signed transaction of a manager has created it at. */
    recordManagerAddress: (id: string, address: Address): Promise<void> =>
      writeManagerAddress(db, id, address),
    findRevertedPayouts: (of: { chain: ChainSlug; account: Address; since: Date }) =>
      findRevertedPayouts(db, { realms, ...of }),
    /**
     * Whether a transaction was sent or still may be: a repetition that fails must not undo it.
     * @param on the database transaction to read in
     */
    async mayBeSent(id: string, on?: Executor): Promise<boolean> {
      const stored = await find(id, on);
      return stored !== null && (stored.state !== "failed" || stored.mayHaveSucceeded);
    },
    findRequested: (of: RequestedOf): Promise<Transaction | null> => findRequested(db, realms, of),
    /** The latest transactions of owners. */
    listOf: (
      owners: readonly string[],
      kinds: readonly TransactionKind[],
      limit: number,
    ): Promise<Transaction[]> => listOfOwners(db, realms, { owners, kinds, limit }),
    ...createTransactionUpkeep(db, now, realms),
  };
}

async function writeManagerAddress(on: Executor, id: string, address: Address): Promise<void> {
  const payload = sql`jsonb_set(${transactions.payload}, '{managerAddress}', to_jsonb(${address}::text))`;
  await on
    .update(transactions)
    .set({ payload })
    .where(and(eq(transactions.id, id), eq(transactions.kind, "manager")));
}
