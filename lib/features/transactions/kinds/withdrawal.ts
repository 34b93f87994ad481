import { keccak256 } from "viem";
import { endUnmined } from "./end-unmined";
import { endOf, type Kind } from "./kind";

/** Sends ETH from a managed wallet, which pays the gas from its balance. */
export const withdrawal: Kind<"withdrawal"> = {
  async prepare(ctx, chain, { payload }) {
    const { identity, wallet, feeWei: _, ...transfer } = payload;
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
    return outcome === null ? endUnmined(ctx, chain, transaction) : endOf(outcome);
  },
};
