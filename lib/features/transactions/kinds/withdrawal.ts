import { keccak256 } from "viem";
import type { AccountReader } from "@/lib/drivers/chain/create-account-reader";
import type { Transaction } from "../transaction";
import { endOf, type Kind, type TransactionContext } from "./kind";

/** Until this age a missing receipt counts as a delay of the node, not as a replaced transaction. */
const RECEIPT_DELAY_MS = 60_000;
const REPLACED = "Another transaction of this wallet replaced it";

/** Sends ETH from a managed wallet, which pays the gas from its balance. */
export const withdrawal: Kind<"withdrawal"> = {
  async prepare(ctx, chain, { payload }) {
    const { identity, wallet, ...transfer } = payload;
    return {
      signer: wallet,
      async sign(nonce) {
        const { chainId } = chain.deployment;
        const signed = { ...transfer, nonce, chainId };
        const rawTransaction = await ctx.wallets.signTransfer(identity, wallet, signed);
        const { maxFeePerGas } = transfer;
        return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
      },
    };
  },
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome !== null) return endOf(outcome);
    if (!(await isReplaced(ctx, chain, transaction))) return null;
    return { state: "failed", transactionHash: null, error: REPLACED };
  },
};

/** The owner may also use the wallet outside this service, which uses up the nonce. */
async function isReplaced(
  ctx: TransactionContext,
  chain: AccountReader,
  { id, payload }: Transaction<"withdrawal">,
): Promise<boolean> {
  const [stored] = await ctx.signedTransactions.listOf(id);
  const ageMs = ctx.clock.now().getTime() - (stored?.createdAt.getTime() ?? 0);
  if (stored === undefined || ageMs < RECEIPT_DELAY_MS) return false;
  return (await chain.nonceOf(payload.wallet)) > stored.nonce;
}
