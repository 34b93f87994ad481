import { and, asc, inArray, not, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { SENT_ELSEWHERE } from "../rules";
import type { Transaction } from "../transaction";
import { isOpen, isUndecided, ofRealms } from "./conditions";
import { COLUMNS } from "./find-of-owners";
import { readQueue, readQueueState, requeueOne, requeueStale } from "./queue";
import { readTotals } from "./read-totals";
import { listUnsent, removeUnsent } from "./remove-unsent";
import { transactions } from "./tables";

const LISTED_AT_ONCE = 50;

/** Reads and upkeep over all transactions of a server's realms. */
export function createTransactionUpkeep(db: Database, now: () => Date, realms: Realms) {
  return {
    /** Hands an open transaction to the job engine again. False when it has ended. */
    requeue: (tx: Executor, id: string): Promise<boolean> =>
      requeueOne(tx, { id, realms, now: now() }),
    requeueStale: (input: { before: Date; chains: readonly ChainSlug[] }) =>
      requeueStale(db, { ...input, realms, now: now() }),
    /** Fails the open transactions of other realms. @returns their number */
    async failOtherRealms(): Promise<number> {
      const error = sql`case when ${transactions.chainRealm} = 'sandbox'
        then 'It was accepted by a sandbox. Nothing was sent on the real chain.'
        else 'It was accepted on a real chain. The sandbox does not send it.' end`;
      const failed = await db
        .update(transactions)
        .set({ state: "failed", error, finishedAt: now() })
        .where(and(isOpen, not(ofRealms(realms))))
        .returning({ id: transactions.id });
      return failed.length;
    },
    /** Failed transactions that may still have been mined. */
    listUncertain: (chains: readonly ChainSlug[]): Promise<Transaction[]> =>
      db
        .select(COLUMNS)
        .from(transactions)
        .where(and(isUndecided, ofRealms(realms), inArray(transactions.chain, [...chains])))
        .orderBy(asc(transactions.touchedAt))
        .limit(LISTED_AT_ONCE),
    /** Open transactions that other wallets send, those that were not looked at for longest first. */
    listSentElsewhere: (chains: readonly ChainSlug[]): Promise<Transaction[]> =>
      db
        .select(COLUMNS)
        .from(transactions)
        .where(
          and(
            isOpen,
            inArray(transactions.kind, [...SENT_ELSEWHERE]),
            ofRealms(realms),
            inArray(transactions.chain, [...chains]),
          ),
        )
        .orderBy(asc(transactions.touchedAt))
        .limit(LISTED_AT_ONCE),
    listUnsent: (before: Date) => listUnsent(db, realms, before),
    removeUnsent: (of: { ids: readonly string[]; before: Date }) => removeUnsent(db, realms, of),
    /** Counts by chain, kind and state, for the metrics. */
    totals: (chains: readonly ChainSlug[]) => readTotals(db, { chains, realms, now: now() }),
    queueState: (chain: ChainSlug) => readQueueState(db, { chain, realms }),
    queue: (chain: ChainSlug) => readQueue(db, { chain, realms }),
  };
}
