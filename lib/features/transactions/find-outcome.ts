import type { LaunchChain } from "../../chain/launch-chain";
import type { Outcome, TransactionContext } from "./kinds/kind";

/**
 * The mined one of the transactions that were signed for an id, or null. One that succeeded counts,
 * whatever the others did.
 */
export async function findOutcome(
  ctx: Pick<TransactionContext, "signedTransactions">,
  { chain, id }: { chain: LaunchChain; id: string },
): Promise<Outcome | null> {
  let reverted: Outcome | null = null;
  for (const { hash } of await ctx.signedTransactions.listOf(id)) {
    const status = await chain.findReceipt(hash);
    if (status === "success") return { status, hash };
    if (status === "reverted") reverted ??= { status, hash };
  }
  return reverted;
}
