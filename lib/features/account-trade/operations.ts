import { noBody, nothing, operation } from "@/lib/operations/operation";
import {
  accountTrade,
  accountTradeParams,
  accountTradeRequest,
  tradeLimitsAnswer,
  tradeLimitsQuery,
} from "./schema";

/** Errors of every account operation. */
const COMMON = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const limit = { policy: "account", when: "first" } as const;

/**
 * Trade a token with a managed wallet of the user. Without `confirm` it returns `state: "preview"`
 * with the fees and the deadline, and sends nothing; with it, the trade is sent once per `requestId`.
 * The wallet pays the gas. The service signs calls to the chain's router and to Permit2 only. Above the
 * operator's limits it returns `trade_limit`; above the amount that needs a recent sign-in,
 * `reauthentication_required`. Tokens that the operator has hidden can be sold, not bought. One pending
 * transaction per wallet and chain. Limit: 60 trades per hour and wallet.
 */
export const tradeWithAccount = operation({
  id: "tradeWithAccount",
  interface: "account",
  method: "POST",
  path: "/api/account/trades",
  params: nothing,
  query: nothing,
  body: accountTradeRequest,
  bodyBytesMax: 4 * 1024,
  response: accountTrade,
  limit,
  cache: null,
  errors: [
    ...COMMON,
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
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
  id: "getAccountTrade",
  interface: "account",
  method: "GET",
  path: "/api/account/trades/{requestId}",
  params: accountTradeParams,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: accountTrade,
  limit,
  cache: null,
  errors: [...COMMON, "invalid_parameters", "not_found"],
});

/**
 * Get what the user may trade with managed wallets: per trade, in 24 hours, and without a recent
 * sign-in. Mainnets share the daily limits, and so do testnets.
 */
export const getTradeLimits = operation({
  id: "getTradeLimits",
  interface: "account",
  method: "GET",
  path: "/api/account/trade-limits",
  params: nothing,
  query: tradeLimitsQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: tradeLimitsAnswer,
  limit,
  cache: null,
  errors: [...COMMON, "invalid_parameters", "unsupported_chain"],
});
