import { and, eq } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { isOpen } from "./conditions";
import { REPORTED_COLUMNS, reportLaunch } from "./report-launch";
import { signedTransactions, transactions } from "./tables";

/**
 * Fails an open transaction unless it is signed.
 * @param tx the database transaction to do it in
 * @returns whether it failed
 */
export function failUnsigned(
  tx: Executor,
  { id, error, at }: { id: string; error: string; at: Date },
): Promise<boolean> {
  return ifUnsigned(tx, id, async () => {
    const [failed] = await tx
      .update(transactions)
      .set({ state: "failed", error, finishedAt: at })
      .where(eq(transactions.id, id))
      .returning(REPORTED_COLUMNS);
    if (failed !== undefined) await reportLaunch(tx, failed, at);
  });
}

/** Deletes an open transaction unless it is signed. @returns whether it was deleted */
export function discardUnsigned(db: Database, id: string): Promise<boolean> {
  return db.transaction((tx) =>
    ifUnsigned(tx, id, async () => {
      await tx.delete(transactions).where(eq(transactions.id, id));
    }),
  );
}

/** Runs `change` while the transaction cannot be signed; false when it is signed or not open. */
export async function ifUnsigned(
  tx: Executor,
  id: string,
  change: () => Promise<void>,
): Promise<boolean> {
  const [open] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, id), isOpen))
    .for("update");
  if (open === undefined) return false;
  const [signed] = await tx
    .select({ hash: signedTransactions.hash })
    .from(signedTransactions)
    .where(eq(signedTransactions.transactionId, id))
    .limit(1);
  if (signed !== undefined) return false;
  await change();
  return true;
}
