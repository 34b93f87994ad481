import { and, desc, inArray, like } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realms } from "@/lib/shared/realm";
import type { TransactionKind } from "../rules";
import type { Transaction } from "../transaction";
import { isOf } from "./queue";
import { transactions } from "./tables";

/** The columns of a `Transaction`. */
export const COLUMNS = {
  id: transactions.id,
  kind: transactions.kind,
  chain: transactions.chain,
  payload: transactions.payload,
  state: transactions.state,
  result: transactions.result,
  transactionHash: transactions.transactionHash,
  error: transactions.error,
  mayHaveSucceeded: transactions.mayHaveSucceeded,
  createdAt: transactions.createdAt,
};

/**
 * The action that one of these owners requested under this id, perhaps with another account: an account
 * that becomes empty leaves its transactions to its heir. See `actionIdOf`.
 * @param of.requestId a UUID
 */
export async function findRequested(
  db: Database,
  realms: Realms,
  { owners, requestId }: { owners: readonly string[]; requestId: string },
): Promise<Transaction | null> {
  const isRequested = like(transactions.id, `action:%:${requestId}`);
  const [found] = await db
    .select(COLUMNS)
    .from(transactions)
    .where(and(inArray(transactions.owner, [...owners]), isRequested, isOf(realms)))
    .limit(1);
  return found ?? null;
}

/** The latest transactions of owners. */
export async function listOfOwners(
  db: Database,
  realms: Realms,
  {
    owners,
    kinds,
    limit,
  }: { owners: readonly string[]; kinds: readonly TransactionKind[]; limit: number },
): Promise<Transaction[]> {
  if (owners.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(transactions)
    .where(
      and(
        inArray(transactions.owner, [...owners]),
        inArray(transactions.kind, [...kinds]),
        isOf(realms),
      ),
    )
    .orderBy(desc(transactions.createdAt))
    .limit(limit);
}
