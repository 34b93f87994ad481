import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { accountParams, addressFees as accountResponse, tokenFees } from "../schema/fees";
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
  interface: "data",
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

/** A4: how a token stands. */
export const getTokenDetails = operation({
  ...ofToken,
  id: "getTokenDetails",
  path: "/v1/{chain}/tokens/{tokenAddress}/details",
  query: nothing,
  response: tokenDetails,
});

/** A5: what a token has been worth. */
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
});

/** The trades once more, in the shape that clients of other launchpads read. */
export const listSwaps = operation({
  ...ofToken,
  id: "listSwaps",
  path: "/v1/{chain}/tokens/{tokenAddress}/swaps",
  query: swapQuery,
  response: tokenSwaps,
});

/** Extension: who earns a token's fees. */
export const getTokenFees = operation({
  ...ofToken,
  id: "getTokenFees",
  path: "/v1/{chain}/tokens/{tokenAddress}/fees",
  query: nothing,
  response: tokenFees,
});

/** Extension: the video that a token was launched with. */
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

/** Extension: what an account has. */
export const getAccount = operation({
  ...ofChain,
  id: "getAccount",
  path: "/v1/{chain}/accounts/{address}",
  params: accountParams,
  query: nothing,
  response: accountResponse,
  cache: CACHE.live,
});
