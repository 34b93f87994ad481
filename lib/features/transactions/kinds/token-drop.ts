import { isAddressEqual, keccak256 } from "viem";
import { endUnmined } from "./end-unmined";
import { endOf, type Kind } from "./kind";

/** Drops a token from a dynamic split. The managed wallet of the moderator sends it and pays the gas. */
export const tokenDrop: Kind<"token_drop"> = {
  async prepare(ctx, chain, { payload }) {
    const { identity, wallet, manager, token, feeWei: _, ...fees } = payload;
    const managed = await chain.managedTokens(manager);
    if (!managed.some((one) => isAddressEqual(one, token))) {
      return { signer: null, reason: "The split no longer holds this token" };
    }
    const call = chain.dropCall(manager, token);
    // The wallet may have handed on the moderator's role since the request.
    await chain.simulateCall(wallet, call);
    return {
      signer: wallet,
      async sign(nonce) {
        const { chainId } = chain.deployment;
        const signed = { ...call, ...fees, valueWei: 0n, nonce, chainId };
        const rawTransaction = await ctx.wallets.signCall(identity, wallet, signed);
        return {
          rawTransaction,
          hash: keccak256(rawTransaction),
          maxFeePerGas: fees.maxFeePerGas,
        };
      },
    };
  },
  async findEnd(ctx, chain, transaction, outcome) {
    return outcome === null ? endUnmined(ctx, chain, transaction) : endOf(outcome);
  },
};
