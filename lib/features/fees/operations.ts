import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { accountParams } from "../market/schema/fees";
import {
  claimPrepared,
  dropTokenAnswer,
  dropTokenRequest,
  prepareClaimRequest,
  referralEarnings,
} from "./schema";

/** Launch API: calls with which a wallet claims fees for an account. */
export const prepareClaim = operation({
  id: "prepareClaim",
  interface: "launch",
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
  interface: "data",
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
 * Permanently drop a token from a dynamic split as its moderator: its earnings so far are shared,
 * its later fees go to its creator, and the split has room for another token. A managed wallet
 * sends the transaction and pays the gas; without `confirm` the response is `state: "preview"` with
 * the maximum fee. For an external wallet it returns the transaction to send (`state: "to_sign"`).
 * One pending transaction per wallet and chain, one per `requestId`. Limit: 10 per hour and wallet,
 * including withdrawals and share changes. Requires a sign-in within the last 10 minutes.
 */
export const dropManagerToken = operation({
  id: "dropManagerToken",
  interface: "account",
  method: "POST",
  path: "/api/account/manager-drop",
  params: nothing,
  query: nothing,
  body: dropTokenRequest,
  bodyBytesMax: 4 * 1024,
  response: dropTokenAnswer,
  limit: { policy: "account", when: "first" },
  cache: null,
  errors: [
    "not_signed_in",
    "forbidden",
    "rate_limited",
    "dependency_unavailable",
    "internal_error",
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "unsupported_chain",
    "unsupported_operation",
    "insufficient_funds",
    "reauthentication_required",
    "action_under_way",
    "idempotency_key_reused",
  ],
});
