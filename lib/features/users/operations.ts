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
  withdrawAnswer,
  withdrawRequest,
} from "./schema";

/** What every operation of the account can refuse with. */
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
const limit = { policy: "account", when: "first" } as const;

/**
 * Who is signed in. The identities that the person has proven and the wallets that they earn with.
 */
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
 * Sign out everywhere. Ends every session of the account, this one included. Cookies of these
 * sessions sign nobody in from then on.
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
 * Add the next sign-in to this account. For fifteen minutes, a sign-in of this kind in this browser is
 * added to the account instead of switching to another one. Takes a sign-in within the last ten
 * minutes.
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
 * Take an identity out of this account. Its wallets go with it, to whoever proves to be it. The
 * last identity of an account stays. Takes a sign-in within the last ten minutes.
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

/**
 * Ask the Farcaster app for a sign-in. Answers the link that the app is to open and the token that
 * its answer is asked for with. For who is not signed in, too.
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
 * What the Farcaster app has answered: nothing yet, the message that the person signed in it, or
 * that the request is no longer there. A signed message is answered once.
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
 * What waits for the person's wallets. Balances and what could be paid out now by token and
 * manager, read from the chains (one that does not answer is null); what was created and earned, by
 * the index; the latest payouts, withdrawals and changes of shares.
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
  cache: null,
  errors: COMMON,
});

/**
 * Pay out everything that is worth its gas. Claims and releases on all chains to the person's own
 * wallets; the service pays the gas. Answers once the transactions are mined or after 25 seconds
 * with those that are under way. Safe to repeat. Ten times an hour for each wallet.
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
  errors: [...COMMON, ...BODY, "budget_exhausted"],
});

/**
 * Send ETH from a managed wallet to an address of one's own. Without `confirm` it answers `state:
 * "preview"` with the amount and the highest fee, and nothing is sent. The wallet pays its gas;
 * `max` is what that leaves. Refused are contracts of this launchpad, the zero address and wrong
 * checksums. One transaction a wallet and chain at a time, one for each `requestId`, and ten an hour
 * for each wallet, changes of shares included; takes a sign-in within the last ten minutes.
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
    "reauthentication_required",
    "action_under_way",
    "idempotency_key_reused",
  ],
});

/**
 * Change the shares of a dynamic split. For its moderator. A managed wallet signs the change and the
 * service sends it at its own gas; a wallet of one's own is answered the transaction to send
 * (`state: "to_sign"`). What was earned before is shared by the shares before. Ten times an hour for
 * each wallet, withdrawals included; takes a sign-in within the last ten minutes.
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
  ],
});
