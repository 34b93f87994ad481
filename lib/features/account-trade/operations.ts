import { accountRead, accountWrite } from "@/lib/operations/account-operation";
import { operation } from "@/lib/operations/operation";
import {
  accountTrade,
  accountTradeParams,
  accountTradeRequest,
  tradeLimitsAnswer,
  tradeLimitsQuery,
} from "./schema";

/**
 * Trade a token with a managed wallet of the user. Without `confirm` it returns `state: "preview"`
 * with the fees and the deadline, and sends nothing; with it, the trade is sent once per `requestId`.
 * The wallet pays the gas, at most a confirmed `networkFeeWei`; if the fee has risen above it, the response
 * is `invalid_body`. The service signs calls to the chain's router and to Permit2 only. Above the
 * operator's limits it returns `trade_limit`; above the amount that needs a recent sign-in,
 * `reauthentication_required`. Tokens that the operator has hidden can be sold, not bought. One pending
 * transaction per wallet and chain. Limit: 60 trades per hour and wallet.
 */
export const tradeWithAccount = operation({
  ...accountWrite,
  id: "tradeWithAccount",
  path: "/api/account/trades",
  body: accountTradeRequest,
  bodyBytesMax: 4 * 1024,
  response: accountTrade,
  errors: [
    ...accountWrite.errors,
    "unsupported_chain",
    "unsupported_operation",
    "token_not_found",
    "content_removed",
    "insufficient_funds",
    "trade_refused",
    "trade_limit",
    "reauthentication_required",
    "action_under_way",
    "idempotency_key_reused",
  ],
});

/** Get the state of a trade of the user by its `requestId`. */
export const getAccountTrade = operation({
  ...accountRead,
  id: "getAccountTrade",
  path: "/api/account/trades/{requestId}",
  params: accountTradeParams,
  response: accountTrade,
  errors: [...accountRead.errors, "invalid_parameters", "not_found"],
});

/**
 * Get what the user may trade with managed wallets: per trade, in 24 hours, and without a recent
 * sign-in. Mainnets share the daily limits, and so do testnets.
 */
export const getTradeLimits = operation({
  ...accountRead,
  id: "getTradeLimits",
  path: "/api/account/trade-limits",
  query: tradeLimitsQuery,
  response: tradeLimitsAnswer,
  errors: [...accountRead.errors, "invalid_parameters", "unsupported_chain"],
});
