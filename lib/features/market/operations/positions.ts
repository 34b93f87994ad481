import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { accountParams } from "../schema/fees";
import { tokenMarks } from "../schema/marks";
import {
  addressHistory,
  addressLaunches,
  addressPositions,
  historyQuery,
  launchesQuery,
  positionParams,
  positionsQuery,
  tokenPosition,
  tokenTraders,
  tradersQuery,
} from "../schema/positions";
import { tokenSafety } from "../schema/safety";
import { tokenParams } from "../schema/tokens";

const shared = {
  api: "data",
  method: "GET",
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
  cache: CACHE.live,
} as const;
const ofAccount = {
  ...shared,
  params: accountParams,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;

/** Extension: the position of an address in a token. */
export const getPosition = operation({
  ...shared,
  id: "getPosition",
  path: "/v1/{chain}/tokens/{tokenAddress}/positions/{address}",
  params: positionParams,
  query: nothing,
  response: tokenPosition,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});

/** Extension: actions of the creator and the bid wall, for charts. */
export const getTokenMarks = operation({
  ...shared,
  id: "getTokenMarks",
  path: "/v1/{chain}/tokens/{tokenAddress}/marks",
  params: tokenParams,
  query: nothing,
  response: tokenMarks,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});

/** Extension: facts about the risks of a token. */
export const getTokenSafety = operation({
  ...shared,
  id: "getTokenSafety",
  path: "/v1/{chain}/tokens/{tokenAddress}/safety",
  params: tokenParams,
  query: nothing,
  response: tokenSafety,
  isHeavy: true,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});

/** Extension: the traders of a token by their profit. */
export const listTraders = operation({
  ...shared,
  id: "listTraders",
  path: "/v1/{chain}/tokens/{tokenAddress}/traders",
  params: tokenParams,
  query: tradersQuery,
  response: tokenTraders,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});

/** Extension: the positions of an address. */
export const listPositions = operation({
  ...ofAccount,
  id: "listPositions",
  path: "/v1/{chain}/accounts/{address}/positions",
  query: positionsQuery,
  response: addressPositions,
});

/** Extension: changes of the positions of an address. */
export const listHistory = operation({
  ...ofAccount,
  id: "listHistory",
  path: "/v1/{chain}/accounts/{address}/history",
  query: historyQuery,
  response: addressHistory,
  isHeavy: true,
});

/** Extension: the tokens that an address created. */
export const listLaunches = operation({
  ...ofAccount,
  id: "listLaunches",
  path: "/v1/{chain}/accounts/{address}/launches",
  query: launchesQuery,
  response: addressLaunches,
});
