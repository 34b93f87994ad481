import { keccak256 } from "viem";
import { approvalCall } from "@/lib/features/trade/rules/approvals";
import { isEnded } from "../rules";
import { isOfKind } from "../transaction";
import { endUnmined } from "./end-unmined";
import { endOf, type Kind } from "./kind";
import { isPast, SALE_ENDED, saleIdOf } from "./trade";

/** Lets Permit2 transfer what one sale of a managed wallet sells. The wallet pays the gas. */
export const tradeApproval: Kind<"trade_approval"> = {
  async prepare(ctx, chain, { id, payload }) {
    const sale = await ctx.transactions.find(saleIdOf(id));
    if (sale === null || !isOfKind(sale, "trade") || isEnded(sale.state))
      return { signer: null, reason: SALE_ENDED };
    if (isPast(ctx, sale.payload.deadline))
      return { signer: null, reason: "Its sale is past its deadline" };
    const { identity, wallet, token, amount, ...gas } = payload;
    const { chainId, contracts } = chain.deployment;
    const { to, data } = approvalCall(token, contracts.permit2, amount);
    return {
      signer: wallet,
      async sign(nonce) {
        const call = { ...gas, chainId, nonce, to, data, valueWei: 0n };
        const rawTransaction = await ctx.wallets.signCall(identity, wallet, call);
        const { maxFeePerGas } = gas;
        return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
      },
    };
  },
  async findEnd(ctx, chain, transaction, outcome) {
    return outcome === null ? endUnmined(ctx, chain, transaction) : endOf(outcome);
  },
};
