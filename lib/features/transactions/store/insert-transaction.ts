import { sql, TransactionRollbackError } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { idempotencyKeys } from "@/lib/features/idempotency/store/tables";
import { OUTBOX_CHANNEL } from "@/lib/features/outbox/store/add-events";
import { outbox } from "@/lib/features/outbox/store/tables";
import { hasReceivingWebhooks } from "@/lib/features/webhooks/store/add-deliveries";
import type { Realm } from "@/lib/shared/realm";
import { SENT_ELSEWHERE } from "../rules";
import type { NewTransaction, Transaction } from "../transaction";
import { acceptedEvent } from "./queue";
import { reportLaunch } from "./report-launch";
import { transactions } from "./tables";

/** Delay of the job engine for transactions that a waiting request runs itself. */
const HEAD_START_SECONDS = 5;

export type InsertOptions = {
  isRunHere: boolean;
  claim?: (KeyClaim & { answer: Record<string, unknown> }) | null;
  /** Runs first in the same database transaction; what it throws is thrown and nothing is stored. */
  check?: ((tx: Executor) => Promise<void>) | undefined;
};

type Row = NewTransaction & { realm: Realm; chainRealm: Realm; traceparent: string | null };

/**
 * Stores a transaction, its event for the job engine and its idempotency claim atomically.
 * @returns null when nothing was stored: the id exists, another open transaction has the exclusive
 *   key, or another request has claimed the idempotency key
 */
export async function insertTransaction(
  db: Database,
  transaction: Row,
  { isRunHere, claim = null, check }: InsertOptions,
  at: Date,
): Promise<Transaction | null> {
  const inserted: Transaction = {
    id: transaction.id,
    kind: transaction.kind,
    chain: transaction.chain,
    payload: transaction.payload,
    state: "waiting",
    result: null,
    transactionHash: null,
    error: null,
    mayHaveSucceeded: false,
    createdAt: at,
  };
  const isAlone = claim === null && check === undefined;
  if (isAlone && !(await hasReceivingWebhooks(db, transaction.realm))) {
    return (await store(db, transaction, { isRunHere, at })) ? inserted : null;
  }
  return db
    .transaction(async (tx) => {
      await check?.(tx);
      // Claim first: a concurrent request with the same key waits here and returns the first response.
      if (claim !== null) {
        const claimed = await tx
          .insert(idempotencyKeys)
          .values({ ...claim, realm: transaction.chainRealm, createdAt: at })
          .onConflictDoNothing()
          .returning({ key: idempotencyKeys.key });
        if (claimed.length === 0) tx.rollback();
      }
      if (!(await store(tx, transaction, { isRunHere, at }))) tx.rollback();
      if (!SENT_ELSEWHERE.includes(transaction.kind)) {
        await reportLaunch(tx, { ...inserted, realm: transaction.realm }, at);
      }
      return inserted;
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return null;
      throw error;
    });
}

/** Stores the row and its event in one statement. @returns whether it was stored */
async function store(
  on: Executor,
  transaction: Row,
  { isRunHere, at }: { isRunHere: boolean; at: Date },
): Promise<boolean> {
  const insert = on
    .insert(transactions)
    .values({ ...transaction, state: "waiting", createdAt: at, touchedAt: at })
    .onConflictDoNothing()
    .returning({ id: transactions.id });
  if (SENT_ELSEWHERE.includes(transaction.kind)) return (await insert).length === 1;
  const startAfterSeconds = isRunHere ? HEAD_START_SECONDS : 0;
  const { name, data } = acceptedEvent({ ...transaction, startAfterSeconds });
  const { rowCount } = await on.execute(sql`
    with stored as (${insert.getSQL()}), event as (
      insert into ${outbox} (name, data, created_at)
      select ${name}, ${JSON.stringify(data)}::jsonb, ${at}::timestamptz from stored
    )
    select pg_notify(${OUTBOX_CHANNEL}, '') from stored`);
  return rowCount === 1;
}
