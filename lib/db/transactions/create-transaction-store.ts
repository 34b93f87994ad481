import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { nonces, transactions } from "../schema/launch";
import { listMissing } from "./list-missing";
import { reserveTransaction } from "./reserve-transaction";
import { TRANSACTION_COLUMNS } from "./transaction-columns";
import type { TransactionStore, WalletOnChain } from "./transaction-store";

const unsettledOf = ({ chainId, wallet }: WalletOnChain) =>
  and(
    eq(transactions.chainId, chainId),
    eq(transactions.wallet, wallet),
    isNull(transactions.settledAt),
  );

/** The server wallet's memory in Postgres. */
export function createTransactionStore(db: Database, now: () => Date): TransactionStore {
  return {
    listOf: (operationId) =>
      db
        .select(TRANSACTION_COLUMNS)
        .from(transactions)
        .where(eq(transactions.operationId, operationId))
        .orderBy(desc(transactions.createdAt)),
    reserve: (on, operationId, firstFree, sign, deadBelow = 0) =>
      reserveTransaction(db, on, operationId, firstFree, sign, deadBelow, now()),
    async add(on, operationId, nonce, signed) {
      await db
        .insert(transactions)
        .values({ ...on, ...signed, operationId, nonce, createdAt: now() })
        .onConflictDoNothing();
    },
    listUnsettled: (on) =>
      db
        .select(TRANSACTION_COLUMNS)
        .from(transactions)
        .where(unsettledOf(on))
        .orderBy(asc(transactions.nonce), desc(transactions.createdAt)),
    async settle(on, nonce) {
      await db
        .update(transactions)
        .set({ settledAt: now() })
        .where(and(unsettledOf(on), eq(transactions.nonce, nonce)));
    },
    listMissing: (on, from, max) => listMissing(db, on, from, max),
    async advance({ chainId, wallet }, nonce) {
      const advanced = await db
        .update(nonces)
        .set({ next: nonce })
        .where(and(eq(nonces.chainId, chainId), eq(nonces.wallet, wallet), lt(nonces.next, nonce)))
        .returning({ next: nonces.next });
      return advanced.length > 0;
    },
    exclusively: ({ chainId, wallet }, task) =>
      db.transaction(async (tx) => {
        const name = `tend:${chainId}:${wallet}`;
        const { rows } = await tx.execute<{ taken: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
        );
        if (rows[0]?.taken !== true) return false;
        await task();
        return true;
      }),
  };
}
