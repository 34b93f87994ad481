import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { accountParams } from "../market/schema/fees";
import { claimPrepared, prepareClaimRequest, referralEarnings } from "./schema";

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

/** Data API extension: what an address earned as a referrer of trades. */
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
