import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { Transaction } from "../transaction";
import { endOf, type Kind } from "./kind";

/** Creates a revenue or fee split manager. Its address depends on its salt, so it is created only once. */
export const manager: Kind<"manager"> = {
  async prepare(_ctx, chain, { payload }) {
    return { signer: "server", call: chain.managerCall(payload.manager) };
  },
  isDone: exists,
  /** An existing manager means success: its transaction may be older than a restored database. */
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome?.status === "success") return endOf(outcome);
    if (!(await exists(chain, transaction))) return outcome && endOf(outcome);
    const signed = await ctx.signedTransactions.listOf(transaction.id);
    // Mined between the two requests: the next one finds its hash.
    if (outcome === null && signed.length > 0) return null;
    return { state: "completed", transactionHash: null, result: {} };
  },
};

/** The address depends on the server wallet and on all terms, so it is this manager. */
async function exists(
  chain: LaunchChain,
  { payload }: Pick<Transaction<"manager">, "payload">,
): Promise<boolean> {
  return (await chain.managerKind(payload.managerAddress)) !== "none";
}
