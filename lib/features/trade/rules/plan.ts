import type { TradeSide } from "./encode-trade";

/**
 * `approve`: the token trusts Permit2, once. `sign`: a Permit2 signature for this sale. `allow`: the
 * same on chain, for accounts that cannot sign. `trade`: the swap itself.
 */
export type TradeStepId = "approve" | "sign" | "allow" | "trade";

/** Left after the deadline, so that an allowance does not end while the trade is mined. */
const MARGIN_SECONDS = 60n;

/**
 * What has to happen for a trade, in order.
 * @param facts.signs whether the account's signature counts: a contract's is not asked for
 */
export function planTrade(facts: {
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
