import { accountRead, accountWrite } from "@/lib/operations/account-operation";
import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { accountParams } from "../market/schema/fees";
import { claimPrepared, prepareClaimRequest, referralEarnings } from "./schema/claims";
import { earningsAnswer, payoutAnswer, payoutRequest } from "./schema/earnings";
import {
  dropTokenAnswer,
  dropTokenRequest,
  sharesAnswer,
  sharesRequest,
  withdrawAnswer,
  withdrawRequest,
} from "./schema/wallet-actions";

/** Launch API: calls with which a wallet claims fees for an account. */
export const prepareClaim = operation({
  id: "prepareClaim",
  api: "launch",
  method: "POST",
  path: "/api/v1/{chain}/prepare-claim",
  params: chainParams,
  query: nothing,
  body: prepareClaimRequest,
  bodyBytesMax: 4 * 1024,
  response: claimPrepared,
  limit: { policy: "prepare", when: "service" },
  simulation: "call",
  cache: null,
  errors: [
    "invalid_body",
    "invalid_parameters",
    "nothing_to_claim",
    "unsupported_chain",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
  ],
});

/** Data API extension: the earnings of an address as a referrer of trades. */
export const getReferrals = operation({
  id: "getReferrals",
  api: "data",
  method: "GET",
  path: "/v1/{chain}/accounts/{address}/referrals",
  params: accountParams,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: referralEarnings,
  limit: { policy: "data", when: "first" },
  cache: CACHE.live,
  errors: ["invalid_parameters", "rate_limited", "internal_error", "dependency_unavailable"],
});

/**
 * Get the earnings of the user's wallets: balances and claimable amounts by token and manager, read
 * from the chains (null for an unreachable chain); created tokens and earned fees from the index; the
 * latest payouts and actions of managed wallets.
 */
export const getEarnings = operation({
  ...accountRead,
  id: "getEarnings",
  path: "/api/account/earnings",
  response: earningsAnswer,
  atOnce: { total: 64, perCaller: 4 },
});

/**
 * Pay out every amount that is worth its gas. Claims and releases on all chains to the user's own
 * wallets; the service pays the gas. Returns once the transactions are mined, or after 25 seconds
 * with the pending ones. Safe to repeat. Limit: 10 per hour and wallet.
 */
export const payOut = operation({
  ...accountWrite,
  id: "payOut",
  path: "/api/account/payout",
  body: payoutRequest,
  response: payoutAnswer,
  errors: [...accountWrite.errors, "budget_exhausted", "wallet_blocked"],
});

/**
 * Withdraw ETH from a managed wallet. Without `confirm` it returns `state: "preview"` with the amount
 * and the maximum fee, and sends nothing. The wallet pays the gas; `max` is the balance minus the gas.
 * Rejects contracts of this launchpad, the zero address and wrong checksums. One pending transaction
 * per wallet and chain, one per `requestId`. Limit: 10 per hour and wallet, including share changes and
 * dropped tokens. Requires a sign-in within the last 10 minutes.
 */
export const withdrawFunds = operation({
  ...accountWrite,
  id: "withdrawFunds",
  path: "/api/account/withdraw",
  body: withdrawRequest,
  response: withdrawAnswer,
  errors: [
    ...accountWrite.errors,
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
  ...accountWrite,
  id: "changeManagerShares",
  path: "/api/account/manager-shares",
  body: sharesRequest,
  response: sharesAnswer,
  errors: [
    ...accountWrite.errors,
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

/**
 * Permanently drop a token from a dynamic split as its moderator: its earnings so far are shared,
 * its later fees go to its creator, and the split has room for another token. A managed wallet
 * sends the transaction and pays the gas; without `confirm` the response is `state: "preview"` with
 * the maximum fee. For an external wallet it returns the transaction to send (`state: "to_sign"`).
 * One pending transaction per wallet and chain, one per `requestId`. Limit: 10 per hour and wallet,
 * including withdrawals and share changes. Requires a sign-in within the last 10 minutes.
 */
export const dropManagerToken = operation({
  ...accountWrite,
  id: "dropManagerToken",
  path: "/api/account/manager-drop",
  body: dropTokenRequest,
  bodyBytesMax: 4 * 1024,
  response: dropTokenAnswer,
  errors: [
    ...accountWrite.errors,
    "unsupported_chain",
    "unsupported_operation",
    "insufficient_funds",
    "reauthentication_required",
    "action_under_way",
    "idempotency_key_reused",
  ],
});
