import { isAddressEqual, keccak256 } from "viem";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { Transaction } from "../transaction";
import { endOnce } from "./end-once";
import { endUnmined } from "./end-unmined";
import { endOf, type Kind } from "./kind";

/** Drops a token from a dynamic split. The managed wallet of the moderator sends it and pays the gas. */
export const tokenDrop: Kind<"token_drop"> = {
  async prepare(ctx, chain, { payload }) {
    const { identity, wallet, manager, token, feeWei: _, ...fees } = payload;
    if (await isDone(chain, { payload })) {
      // `sign` completes it, because `isDone` is true.
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
  isDone,
  /** A split without the token means success: its transaction may be newer than a restored database. */
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome !== null) return endOf(outcome);
    return (
      (await endOnce(ctx, transaction, outcome, () => isDone(chain, transaction))) ??
      endUnmined(ctx, chain, transaction)
    );
  },
};

/** Whether the split does not hold the token. */
async function isDone(
  chain: LaunchChain,
  { payload: { manager, token } }: Pick<Transaction<"token_drop">, "payload">,
): Promise<boolean> {
  const managed = await chain.managedTokens(manager);
  return !managed.some((one) => isAddressEqual(one, token));
}
