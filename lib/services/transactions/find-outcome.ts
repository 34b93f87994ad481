import type { Hash } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";

export type TransactionOutcome = { status: "success" | "reverted"; hash: Hash };

/**
 * What became of an operation's transactions, any of which may have been mined; null so far. One
 * that succeeded counts, whatever became of the others.
 */
export async function findOutcome({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { chain: LaunchChain; operationId: string };
}): Promise<TransactionOutcome | null> {
  const sent = await ctx.transactions.listOf(input.operationId);
  let reverted: TransactionOutcome | null = null;
  for (const { hash } of sent) {
    const status = await input.chain.findReceipt(hash);
    if (status === "success") return { status, hash };
    if (status === "reverted") reverted ??= { status, hash };
  }
  return reverted;
}
