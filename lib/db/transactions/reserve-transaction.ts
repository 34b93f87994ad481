import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../create-database";
import { nonces, transactions } from "../schema/launch";
import { TRANSACTION_COLUMNS } from "./transaction-columns";
import type { Signed, StoredTransaction, WalletOnChain } from "./transaction-store";

/** See `TransactionStore.reserve`. */
export async function reserveTransaction(
  db: Database,
  on: WalletOnChain,
  operationId: string,
  firstFree: number,
  sign: (nonce: number) => Promise<Signed>,
  now: Date,
): Promise<StoredTransaction> {
  const ofWallet = and(eq(nonces.chainId, on.chainId), eq(nonces.wallet, on.wallet));
  return db.transaction(async (tx) => {
    await tx
      .insert(nonces)
      .values({ ...on, next: firstFree })
      .onConflictDoNothing();
    const [row] = await tx.select({ next: nonces.next }).from(nonces).where(ofWallet).for("update");
    // Read under the lock: a second run of the same step may have been here first.
    const [known] = await tx
      .select(TRANSACTION_COLUMNS)
      .from(transactions)
      .where(eq(transactions.operationId, operationId))
      .orderBy(desc(transactions.createdAt))
      .limit(1);
    if (known !== undefined) return known;
    const nonce = Math.max(row?.next ?? 0, firstFree);
    const signed = await sign(nonce);
    await tx.insert(transactions).values({ ...on, ...signed, operationId, nonce, createdAt: now });
    await tx
      .update(nonces)
      .set({ next: nonce + 1 })
      .where(ofWallet);
    const { hash, rawTransaction } = signed;
    return { operationId, nonce, hash, rawTransaction, createdAt: now };
  });
}
