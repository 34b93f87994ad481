import { and, desc, eq, gte } from "drizzle-orm";
import type { Database } from "../create-database";
import { nonces, transactions } from "../schema/launch";
import { TRANSACTION_COLUMNS } from "./transaction-columns";
import type { Signed, StoredTransaction, WalletOnChain } from "./transaction-store";

/** See `TransactionStore.reserve`. */
export async function reserveTransaction(
  db: Database,
  on: WalletOnChain,
  operationId: string,
  firstFree: () => Promise<number>,
  sign: (nonce: number) => Promise<Signed>,
  deadBelow: number,
  now: Date,
): Promise<StoredTransaction> {
  const ofWallet = and(eq(nonces.chainId, on.chainId), eq(nonces.wallet, on.wallet));
  return db.transaction(async (tx) => {
    const lock = () => tx.select({ next: nonces.next }).from(nonces).where(ofWallet).for("update");
    let [row] = await lock();
    if (row === undefined) {
      const next = await firstFree();
      await tx
        .insert(nonces)
        .values({ ...on, next })
        .onConflictDoNothing();
      [row] = await lock();
    }
    if (row === undefined) throw new Error("A wallet's nonce vanished while it was locked");
    // Read under the lock: a second run of the same step may have been here first.
    const [known] = await tx
      .select(TRANSACTION_COLUMNS)
      .from(transactions)
      .where(and(eq(transactions.operationId, operationId), gte(transactions.nonce, deadBelow)))
      .orderBy(desc(transactions.createdAt))
      .limit(1);
    if (known !== undefined) return known;
    const nonce = row.next;
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
