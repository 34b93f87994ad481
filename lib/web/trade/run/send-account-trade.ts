import { ApiError, call } from "@slipway-launchpad/client";
import { getAccountTrade, tradeWithAccount } from "@/lib/features/account-trade/operations";
import type { AccountTradeAnswer } from "@/lib/features/account-trade/schema";
import type { AccountTradeDraft } from "./account-trade-draft";

/** The service waits up to 35 s for a sale's approval and its trade. */
const TIMEOUT_MS = 60_000;

const orderOf = (draft: AccountTradeDraft) => {
  const { chain, tokenAddress, side, amountIn, minAmountOut } = draft;
  const { wallet, referrer, deadlineMinutes } = draft;
  return { chain, tokenAddress, side, amountIn, minAmountOut, wallet, referrer, deadlineMinutes };
};

/** Previews the cost and output of a trade; sends nothing. */
export function previewAccountTrade(draft: AccountTradeDraft): Promise<AccountTradeAnswer> {
  return call(tradeWithAccount, { body: orderOf(draft) }, { timeoutMs: TIMEOUT_MS });
}

/** Sends a confirmed trade, or returns its state if it was sent before. */
export async function sendAccountTrade(draft: AccountTradeDraft): Promise<AccountTradeAnswer> {
  const { requestId, confirmed } = draft;
  const { deadline = 0, networkFeeWei } = confirmed ?? {};
  const body = { ...orderOf(draft), confirm: true, deadline, networkFeeWei, requestId };
  try {
    return await call(tradeWithAccount, { body }, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    // Another tab confirmed the same trade with another deadline; there is only one trade.
    if (!(error instanceof ApiError) || error.code !== "idempotency_key_reused") throw error;
    return call(getAccountTrade, { params: { requestId } });
  }
}
