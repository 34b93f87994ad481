import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { permit2Abi } from "./trade-abis";
import { MARGIN_SECONDS } from "./trade-steps";

type ApprovalCall = { to: Address; data: Hex; value: bigint };

/** Lets Permit2 transfer up to `amount` of a token. */
export function approvalCall(token: Address, permit2: Address, amount: bigint): ApprovalCall {
  const args = [permit2, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
  return { to: token, data, value: 0n };
}

/**
 * The on-chain form of the permit: exactly this sale's amount, valid slightly longer than the sale.
 */
export function allowanceCall(
  trade: { token: Address; amountIn: bigint; deadlineSeconds: bigint },
  { permit2, universalRouter }: { permit2: Address; universalRouter: Address },
): ApprovalCall {
  const expiration = Number(trade.deadlineSeconds + MARGIN_SECONDS);
  const args = [trade.token, universalRouter, trade.amountIn, expiration] as const;
  const data = encodeFunctionData({ abi: permit2Abi, functionName: "approve", args });
  return { to: permit2, data, value: 0n };
}
