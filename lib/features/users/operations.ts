import { noBody, nothing, operation } from "@/lib/operations/operation";
import {
  accountAnswer,
  earningsAnswer,
  endSessionsAnswer,
  endSessionsRequest,
  farcasterRequest,
  farcasterRequestAnswer,
  farcasterRequestToken,
  farcasterSignature,
  linkAnswer,
  linkRequest,
  payoutAnswer,
  payoutRequest,
  sharesAnswer,
  sharesRequest,
  unlinkAnswer,
  unlinkRequest,
  watchlistAnswer,
  watchlistRequest,
  withdrawAnswer,
  withdrawRequest,
} from "./schema";

/** Errors of every account operation. */
const COMMON = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const BODY = [
  "invalid_body",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
] as const;
const BODY_BYTES_MAX = 64 * 1024;
/** 1,000 tokens. */
const WATCHLIST_BYTES_MAX = 128 * 1024;
const limit = { policy: "account", when: "first" } as const;

/** Get the signed-in user: verified identities and the wallets that earn for them. */
export const getOwnAccount = operation({
  id: "getOwnAccount",
  interface: "account",
  method: "GET",
  path: "/api/account",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: accountAnswer,
  limit,
  cache: null,
  errors: COMMON,
});

/**
 * Sign out everywhere. Ends every session of the account, including this one, and invalidates their
 * cookies.
 */
export const endSessions = operation({
  id: "endSessions",
  interface: "account",
  method: "POST",
  path: "/api/account/sessions/end",
  params: nothing,
  query: nothing,
  body: endSessionsRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: endSessionsAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY],
});

/**
 * Add the next sign-in to this account. For 15 minutes, a sign-in of this type in this browser is
 * added to the account instead of switching accounts. An account has at most 20 methods; above it
 * `forbidden` is returned. Requires a sign-in within the last 10 minutes.
 */
export const linkIdentity = operation({
  id: "linkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/link",
  params: nothing,
  query: nothing,
  body: linkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: linkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});

/**
 * Remove an identity and its wallets from this account, and end the sessions that it opened. They
 * belong to the account that verifies the identity next. The last identity cannot be removed. Requires
 * a sign-in within the last 10 minutes.
 */
export const unlinkIdentity = operation({
  id: "unlinkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/unlink",
  params: nothing,
  query: nothing,
  body: unlinkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: unlinkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});

/** Get the user's watchlist, newest first. */
export const getWatchlist = operation({
  id: "getWatchlist",
  interface: "account",
  method: "GET",
  path: "/api/account/watchlist",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: watchlistAnswer,
  limit,
  cache: null,
  errors: COMMON,
});

/**
 * Add tokens to the user's watchlist and remove others, and get the result. Safe to repeat; other
 * tokens are unchanged. Above 500 tokens the oldest are removed.
 */
export const changeWatchlist = operation({
  id: "changeWatchlist",
  interface: "account",
  method: "POST",
  path: "/api/account/watchlist",
  params: nothing,
  query: nothing,
  body: watchlistRequest,
  bodyBytesMax: WATCHLIST_BYTES_MAX,
  response: watchlistAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "conflict"],
});

/**
 * Start a sign-in with the Farcaster app. Returns the link to open in the app and the token to poll
 * its response with. Does not require a session.
 */
export const askFarcaster = operation({
  id: "askFarcaster",
  interface: "account",
  method: "POST",
  path: "/api/account/farcaster",
  params: nothing,
  query: nothing,
  body: farcasterRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: farcasterRequestAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "not_found"],
});

/**
 * Poll the response of the Farcaster app: pending, signed with the message, or expired. A signed
 * message is returned once.
 */
export const readFarcasterAnswer = operation({
  id: "readFarcasterAnswer",
  interface: "account",
  method: "POST",
  path: "/api/account/farcaster/answer",
  params: nothing,
  query: nothing,
  body: farcasterRequestToken,
  bodyBytesMax: BODY_BYTES_MAX,
  response: farcasterSignature,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "not_found"],
});

/**
 * Get the earnings of the user's wallets: balances and claimable amounts by token and manager, read
 * from the chains (null for an unreachable chain); created tokens and earned fees from the index; the
 * latest payouts and actions of managed wallets.
 */
export const getEarnings = operation({
  id: "getEarnings",
  interface: "account",
  method: "GET",
  path: "/api/account/earnings",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: earningsAnswer,
  limit,
  atOnce: { total: 64, perCaller: 4 },
  cache: null,
  errors: COMMON,
});

/**
 * Pay out every amount that is worth its gas. Claims and releases on all chains to the user's own
 * wallets; the service pays the gas. Returns once the transactions are mined, or after 25 seconds
 * with the pending ones. Safe to repeat. Limit: 10 per hour and wallet.
 */
export const payOut = operation({
  id: "payOut",
  interface: "account",
  method: "POST",
  path: "/api/account/payout",
  params: nothing,
  query: nothing,
  body: payoutRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: payoutAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "budget_exhausted", "wallet_blocked"],
});

/**
 * Withdraw ETH from a managed wallet. Without `confirm` it returns `state: "preview"` with the amount
 * and the maximum fee, and sends nothing. The wallet pays the gas; `max` is the balance minus the gas.
 * Rejects contracts of this launchpad, the zero address and wrong checksums. One pending transaction
 * per wallet and chain, one per `requestId`. Limit: 10 per hour and wallet, including share changes and
 * dropped tokens. Requires a sign-in within the last 10 minutes.
 */
export const withdrawFunds = operation({
  id: "withdrawFunds",
  interface: "account",
  method: "POST",
  path: "/api/account/withdraw",
  params: nothing,
  query: nothing,
  body: withdrawRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: withdrawAnswer,
  limit,
  cache: null,
  errors: [
    ...COMMON,
    ...BODY,
    "unsupported_chain",
    "unsupported_operation",
    "reauthentication_required",
    "action_under_way",
    "idempotency_key_reused",
  ],
});

/**
 * Change the shares of a dynamic split as its moderator. A managed wallet signs the change, and the
 * service sends it and pays the gas. For an external wallet it returns the transaction to send
 * (`state: "to_sign"`). Earlier earnings keep the earlier shares. Limit: 10 per hour and wallet,
 * including withdrawals. Requires a sign-in within the last 10 minutes.
 */
export const changeManagerShares = operation({
  id: "changeManagerShares",
  interface: "account",
  method: "POST",
  path: "/api/account/manager-shares",
  params: nothing,
  query: nothing,
  body: sharesRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: sharesAnswer,
  limit,
  cache: null,
  errors: [
    ...COMMON,
    ...BODY,
    "unsupported_chain",
    "unsupported_operation",
    "invalid_recipient",
    "duplicate_recipients",
    "reauthentication_required",
    "action_under_way",
    "budget_exhausted",
    "wallet_blocked",
  ],
});
