import type { Transaction } from "../transaction";
import { type End, endOf, type Outcome, type TransactionContext } from "./kind";

/**
 * The end of a transaction whose effect can happen only once. If the effect is on chain, the transaction is
 * completed, even if another transaction caused it. Null while unknown.
 * @param isDone whether the effect is on chain
 */
export async function endOnce(
  ctx: Pick<TransactionContext, "signedTransactions">,
  { id }: Pick<Transaction, "id">,
  outcome: Outcome | null,
  isDone: () => Promise<boolean>,
): Promise<End<"manager" | "share_change" | "token_drop"> | null> {
  if (outcome?.status === "success") return endOf(outcome);
  if (!(await isDone())) return outcome && endOf(outcome);
  const signed = await ctx.signedTransactions.listOf(id);
  // Mined between the two requests: the next one finds its hash.
  if (outcome === null && signed.length > 0) return null;
  return { state: "completed", transactionHash: null, result: {} };
}
