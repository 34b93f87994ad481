import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import {
  accountParams,
  addressFees as accountResponse,
  managerEarners,
  managerParams,
  tokenFees,
} from "../schema/fees";
import {
  candleQuery,
  swapQuery,
  tokenCandles,
  tokenSwaps,
  tokenTrades,
  tradeQuery,
  uniswapTokenList,
} from "../schema/market";
import { tokenDetails, tokenPrice } from "../schema/price";
import { tokenParams } from "../schema/tokens";
import { tokenVideo } from "../schema/video";

const shared = {
  api: "data",
  method: "GET",
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
} as const;
const ofToken = {
  ...shared,
  params: tokenParams,
  cache: CACHE.live,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
} as const;
const ofChain = {
  ...shared,
  params: chainParams,
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;

/**
 * Data API: the full details of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export const getTokenDetails = operation({
  ...ofToken,
  id: "getTokenDetails",
  path: "/v1/{chain}/tokens/{tokenAddress}/details",
  query: nothing,
  response: tokenDetails,
});

/**
 * Data API: the price and price history of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export const getTokenPrice = operation({
  ...ofToken,
  id: "getTokenPrice",
  path: "/v1/{chain}/tokens/{tokenAddress}/price",
  query: nothing,
  response: tokenPrice,
});

/** Extension: candles of any interval and range. */
export const listCandles = operation({
  ...ofToken,
  id: "listCandles",
  path: "/v1/{chain}/tokens/{tokenAddress}/candles",
  query: candleQuery,
  response: tokenCandles,
});

/** Extension: a token's trades. */
export const listTrades = operation({
  ...ofToken,
  id: "listTrades",
  path: "/v1/{chain}/tokens/{tokenAddress}/trades",
  query: tradeQuery,
  response: tokenTrades,
  // No index has both: all trades of the senders are read if none is that large.
  isCostly: ({ trader, minETH }) => trader !== undefined && minETH !== undefined,
});

/** Extension: a token's trades in the format that clients of other launchpads expect. */
export const listSwaps = operation({
  ...ofToken,
  id: "listSwaps",
  path: "/v1/{chain}/tokens/{tokenAddress}/swaps",
  query: swapQuery,
  response: tokenSwaps,
});

/** Extension: the earners of a token's fees. */
export const getTokenFees = operation({
  ...ofToken,
  id: "getTokenFees",
  path: "/v1/{chain}/tokens/{tokenAddress}/fees",
  query: nothing,
  response: tokenFees,
});

/** Extension: the video of a token. */
export const getTokenVideo = operation({
  ...ofToken,
  id: "getTokenVideo",
  path: "/v1/{chain}/tokens/{tokenAddress}/video",
  query: nothing,
  response: tokenVideo,
});

/** Extension: the chain's tokens as a Uniswap token list. */
export const getTokenList = operation({
  ...ofChain,
  id: "getTokenList",
  path: "/v1/{chain}/tokenlist",
  query: nothing,
  response: uniswapTokenList,
});

/** Extension: tokens and earnings of an address. */
export const getAccount = operation({
  ...ofChain,
  id: "getAccount",
  path: "/v1/{chain}/accounts/{address}",
  params: accountParams,
  query: nothing,
  response: accountResponse,
  cache: CACHE.live,
  isHeavy: true,
});

/** Extension: the addresses that a manager owes ETH. */
export const listManagerEarners = operation({
  ...ofChain,
  id: "listManagerEarners",
  path: "/v1/{chain}/managers/{managerAddress}/earners",
  params: managerParams,
  query: nothing,
  response: managerEarners,
  cache: CACHE.live,
  isHeavy: true,
});
