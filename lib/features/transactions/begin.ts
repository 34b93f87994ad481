import type { TransactionContext } from "./kinds/kind";
import { kindOf, load } from "./load";
import { isEnded, type TransactionState } from "./rules";

/**
 * Marks a transaction as active and does what its kind needs before signing.
 * @returns the state that it is in now
 * @throws AppError job_not_found, unsupported_chain
 */
export async function begin(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<TransactionState> {
  const { transaction } = await load(ctx, id);
  if (isEnded(transaction.state)) return transaction.state;
  await ctx.transactions.transition(id, "active");
  await kindOf(transaction).begin?.(ctx, transaction);
  return "active";
}
