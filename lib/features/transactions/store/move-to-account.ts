import { eq } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { transactions } from "./tables";

/** Moves the withdrawals and manager changes of an account that is about to be removed. */
export async function moveTransactions(
  tx: Executor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.update(transactions).set({ owner: to }).where(eq(transactions.owner, from));
}
