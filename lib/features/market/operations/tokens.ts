import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import {
  listQuery,
  newTokenList,
  page,
  sortedListQuery,
  tokenBasicDetails,
  tokenHolders,
  tokenList,
  tokenParams,
} from "../schema/tokens";

const shared = {
  api: "data",
  method: "GET",
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
} as const;

/** With filters, and in orders of the last minute, all tokens before the offset are read. */
const COSTLY_OFFSET = 500;
const isFarDown = ({ offset }: { offset: number }) => offset >= COSTLY_OFFSET;

/** Data API: tokens of a chain by market cap. */
export const listTokens = operation({
  ...shared,
  id: "listTokens",
  path: "/v1/{chain}/tokens",
  params: chainParams,
  query: sortedListQuery,
  response: tokenList,
  cache: CACHE.list,
  // Ranges can match no token, and every variant of them has its own response.
  isCostly: (query) => query.ranges !== undefined || isFarDown(query),
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
});

/** Data API: tokens of a chain, newest first. */
export const listNewTokens = operation({
  ...shared,
  id: "listNewTokens",
  path: "/v1/{chain}/tokens/new",
  params: chainParams,
  query: listQuery,
  response: newTokenList,
  cache: CACHE.list,
  isCostly: isFarDown,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
});

/**
 * Data API: the basic details of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export const getToken = operation({
  ...shared,
  id: "getToken",
  path: "/v1/{chain}/tokens/{tokenAddress}",
  params: tokenParams,
  query: nothing,
  response: tokenBasicDetails,
  cache: CACHE.basic,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});

/** Data API: the holders of a token. */
export const listHolders = operation({
  ...shared,
  id: "listHolders",
  path: "/v1/{chain}/tokens/{tokenAddress}/holders",
  params: tokenParams,
  query: page,
  response: tokenHolders,
  cache: CACHE.live,
  isCostly: isFarDown,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
});
