import type { TransactionContext } from "./kinds/kind";
import { kindOf, load } from "./load";
import type { TransactionState } from "./rules";

/**
 * Sends the signed bytes of a transaction, the same however often it runs. A node that does not
 * take them is no failure: `settle` sends them again.
 */
export async function broadcast(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<TransactionState> {
  const { transaction, chain } = await load(ctx, id);
  await kindOf(transaction).beforeBroadcast?.(ctx, transaction);
  const [latest] = await ctx.signedTransactions.listOf(id);
  if (latest === undefined) return transaction.state;
  await chain
    .broadcast(latest.rawTransaction)
    .catch((err: unknown) =>
      ctx.log.warn({ err, id, hash: latest.hash }, "transaction not broadcast yet"),
    );
  return transaction.state;
}
