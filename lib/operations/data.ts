import {
  dataParams,
  listQuery,
  newTokenList,
  page,
  sortedListQuery,
  tokenBasicDetails,
  tokenHolders,
  tokenList,
  tokenParams,
} from "../schemas/data";
import { CACHE } from "./cache";
import { HOLDER_EXAMPLES, LIST_EXAMPLES, NEW_LIST_EXAMPLES, TOKEN_EXAMPLES } from "./data-examples";
import { noBody, nothing, operation } from "./operation";

const shared = {
  interface: "data",
  method: "GET",
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
} as const;

/** A1: tokens of a chain by market cap. */
export const listTokens = operation({
  ...shared,
  id: "listTokens",
  path: "/v1/{chain}/tokens",
  summary: "List tokens by market cap",
  description:
    "Tokens of a chain, highest market cap first. `manager` and `ownerAddress` narrow the list. " +
    "An `offset` past the end answers an empty list; a deep one costs the service time in " +
    "proportion, so walk from the start or narrow the list.",
  params: dataParams,
  query: sortedListQuery,
  response: tokenList,
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
  examples: LIST_EXAMPLES,
});

/** A2: tokens of a chain by age. */
export const listNewTokens = operation({
  ...shared,
  id: "listNewTokens",
  path: "/v1/{chain}/tokens/new",
  summary: "List the newest tokens",
  description: "The same as the list of all tokens, sorted by creation time, newest first.",
  params: dataParams,
  query: listQuery,
  response: newTokenList,
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
  examples: NEW_LIST_EXAMPLES,
});

/** A3: what a token is. */
export const getToken = operation({
  ...shared,
  id: "getToken",
  path: "/v1/{chain}/tokens/{tokenAddress}",
  summary: "Get a token's basic details",
  description: "Name, symbol, market cap, image, description and links of one token.",
  params: tokenParams,
  query: nothing,
  response: tokenBasicDetails,
  cache: CACHE.basic,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
  examples: TOKEN_EXAMPLES,
});

/** A6: who holds a token. */
export const listHolders = operation({
  ...shared,
  id: "listHolders",
  path: "/v1/{chain}/tokens/{tokenAddress}/holders",
  summary: "List a token's holders",
  description:
    "Every address with a balance above zero, the pool included, largest balance first; ties by " +
    "address. `balance` is in smallest units (18 decimals).",
  params: tokenParams,
  query: page,
  response: tokenHolders,
  cache: CACHE.live,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
  examples: HOLDER_EXAMPLES,
});
