import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { adapterEvents, latestBlock } from "./schema/events";
import {
  dexScreenerAsset,
  dexScreenerPair,
  geckoTerminalAsset,
  geckoTerminalPair,
} from "./schema/pairs";
import { tickerQuery, tickers } from "./schema/tickers";
import { assetQuery, eventQuery, pairQuery } from "./schema/values";

/** Extension: adapters that market sites read. */

const shared = {
  api: "data",
  tag: "Adapters",
  method: "GET",
  params: chainParams,
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;
const ofBlocks = { ...shared, query: nothing, response: latestBlock, cache: CACHE.list } as const;
const ofOne = {
  ...shared,
  cache: CACHE.basic,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
} as const;
const ofEvents = {
  ...shared,
  query: eventQuery,
  response: adapterEvents,
  isHeavy: true,
  cache: CACHE.basic,
} as const;

/** The latest block whose events are final. */
export const getDexScreenerLatestBlock = operation({
  ...ofBlocks,
  id: "getDexScreenerLatestBlock",
  path: "/adapters/dexscreener/{chain}/latest-block",
});

/** A token, or ETH. @throws AppError token_not_found */
export const getDexScreenerAsset = operation({
  ...ofOne,
  id: "getDexScreenerAsset",
  path: "/adapters/dexscreener/{chain}/asset",
  query: assetQuery,
  response: dexScreenerAsset,
});

/** A token's pool. @throws AppError token_not_found */
export const getDexScreenerPair = operation({
  ...ofOne,
  id: "getDexScreenerPair",
  path: "/adapters/dexscreener/{chain}/pair",
  query: pairQuery,
  response: dexScreenerPair,
});

/** Trades and liquidity of a range of blocks. */
export const listDexScreenerEvents = operation({
  ...ofEvents,
  id: "listDexScreenerEvents",
  path: "/adapters/dexscreener/{chain}/events",
});

/** The latest block whose events are final. */
export const getGeckoTerminalLatestBlock = operation({
  ...ofBlocks,
  id: "getGeckoTerminalLatestBlock",
  path: "/adapters/geckoterminal/{chain}/latest-block",
});

/** A token, or ETH. @throws AppError token_not_found */
export const getGeckoTerminalAsset = operation({
  ...ofOne,
  id: "getGeckoTerminalAsset",
  path: "/adapters/geckoterminal/{chain}/asset",
  query: assetQuery,
  response: geckoTerminalAsset,
});

/** A token's pool. @throws AppError token_not_found */
export const getGeckoTerminalPair = operation({
  ...ofOne,
  id: "getGeckoTerminalPair",
  path: "/adapters/geckoterminal/{chain}/pair",
  query: pairQuery,
  response: geckoTerminalPair,
});

/** Trades and liquidity of a range of blocks. */
export const listGeckoTerminalEvents = operation({
  ...ofEvents,
  id: "listGeckoTerminalEvents",
  path: "/adapters/geckoterminal/{chain}/events",
});

/** Prices and volumes of all pools, for CoinGecko. */
export const listCoinGeckoTickers = operation({
  ...shared,
  id: "listCoinGeckoTickers",
  path: "/adapters/coingecko/{chain}/tickers",
  query: tickerQuery,
  response: tickers,
  isHeavy: true,
  cache: CACHE.basic,
});
