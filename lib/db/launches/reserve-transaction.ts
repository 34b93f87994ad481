import { and, eq } from "drizzle-orm";
import type { Database } from "../create-database";
import { jobs, nonces, transactions } from "../schema/launch";
import type { LaunchStore, StoredTransaction } from "./launch-store";

/** See `LaunchStore.reserveTransaction`. */
export async function reserveTransaction(
  db: Database,
  job: Parameters<LaunchStore["reserveTransaction"]>[0],
  firstFree: number,
  sign: Parameters<LaunchStore["reserveTransaction"]>[2],
  now: Date,
): Promise<StoredTransaction> {
  const { chainId, wallet } = job;
  const ofWallet = and(eq(nonces.chainId, chainId), eq(nonces.wallet, wallet));
  return db.transaction(async (tx) => {
    await tx.insert(nonces).values({ chainId, wallet, next: firstFree }).onConflictDoNothing();
    const [row] = await tx.select({ next: nonces.next }).from(nonces).where(ofWallet).for("update");
    // Read under the lock: a second run of the same step may have been here first.
    const [known] = await tx
      .select({
        nonce: transactions.nonce,
        hash: transactions.hash,
        rawTransaction: transactions.rawTransaction,
      })
      .from(transactions)
      .where(eq(transactions.jobId, job.id));
    if (known !== undefined) return known;
    const nonce = Math.max(row?.next ?? 0, firstFree);
    const signed = { nonce, ...(await sign(nonce)) };
    await tx
      .insert(transactions)
      .values({ ...signed, chainId, wallet, jobId: job.id, createdAt: now });
    await tx
      .update(nonces)
      .set({ next: nonce + 1 })
      .where(ofWallet);
    await tx
      .update(jobs)
      .set({ transactionHash: signed.hash, touchedAt: now })
      .where(eq(jobs.id, job.id));
    return signed;
  });
}
