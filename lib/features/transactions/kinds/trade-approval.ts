import { keccak256 } from "viem";
import { approvalCall } from "@/lib/features/trade/rules/approvals";
import { endOf, type Kind } from "./kind";
import { isReplaced, REPLACED } from "./replaced";

/** Lets Permit2 transfer what one sale of a managed wallet sells. The wallet pays the gas. */
export const tradeApproval: Kind<"trade_approval"> = {
  async prepare(ctx, chain, { payload }) {
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
  async isDone(chain, { payload }) {
    const { allowances } = await chain.sellerOf(payload.wallet, payload.token);
    return allowances.permit2 >= payload.amount;
  },
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome !== null) return endOf(outcome);
    if (!(await isReplaced(ctx, chain, transaction))) return null;
    return { state: "failed", transactionHash: null, error: REPLACED };
  },
};
