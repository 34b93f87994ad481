import type { TradeSide } from "./encode-trade";

/**
 * `approve`: one-time token approval for Permit2. `sign`: Permit2 signature for this sale. `allow`:
 * Permit2 allowance on chain, for accounts that cannot sign. `trade`: the swap.
 */
export type TradeStepId = "approve" | "sign" | "allow" | "trade";

/** Margin after the deadline, so that an allowance does not expire before the trade is mined. */
export const MARGIN_SECONDS = 60n;

/**
 * Lists the steps of a trade, in order.
 * @param facts.signs whether the account can sign; contract accounts use `allow` instead
 */
export function listTradeSteps(facts: {
  side: TradeSide;
  amountIn: bigint;
  deadlineSeconds: bigint;
  signs: boolean;
  allowances: { permit2: bigint; router: { amount: bigint; expirationSeconds: bigint } } | null;
}): TradeStepId[] {
  const { side, amountIn, allowances, signs, deadlineSeconds } = facts;
  if (side === "buy" || allowances === null) return ["trade"];
  const { amount, expirationSeconds } = allowances.router;
  const isAllowed = amount >= amountIn && expirationSeconds >= deadlineSeconds + MARGIN_SECONDS;
  const steps: TradeStepId[] = allowances.permit2 >= amountIn ? [] : ["approve"];
  if (!isAllowed) steps.push(signs ? "sign" : "allow");
  return [...steps, "trade"];
}
