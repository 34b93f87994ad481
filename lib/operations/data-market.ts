import { dataParams, tokenParams } from "../schemas/data";
import { accountParams, account as accountResponse, tokenFees } from "../schemas/data-fees";
import {
  candleQuery,
  searchQuery,
  searchResult,
  tokenCandles,
  tokenTrades,
  tradeQuery,
  uniswapTokenList,
} from "../schemas/data-market";
import { tokenDetails, tokenPrice } from "../schemas/data-price";
import { tokenVideo } from "../schemas/data-video";
import { CACHE } from "./cache";
import {
  ACCOUNT_EXAMPLES,
  CANDLE_EXAMPLES,
  DETAILS_EXAMPLES,
  FEES_EXAMPLES,
  PRICE_EXAMPLES,
  SEARCH_EXAMPLES,
  TOKEN_LIST_EXAMPLES,
  TOKEN_VIDEO_EXAMPLES,
  TRADE_EXAMPLES,
} from "./data-market-examples";
import { noBody, nothing, operation } from "./operation";

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
  params: dataParams,
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;

/** A4: how a token stands. */
export const getTokenDetails = operation({
  ...ofToken,
  id: "getTokenDetails",
  path: "/v1/{chain}/tokens/{tokenAddress}/details",
  summary: "Get a token's full details",
  description: "Market cap, volume, bid wall, owner and links of one token.",
  query: nothing,
  response: tokenDetails,
  examples: DETAILS_EXAMPLES,
});

/** A5: what a token has been worth. */
export const getTokenPrice = operation({
  ...ofToken,
  id: "getTokenPrice",
  path: "/v1/{chain}/tokens/{tokenAddress}/price",
  summary: "Get a token's price and its history",
  description:
    "Prices, volumes, bid wall and four series of candles, oldest first: daily of 7 days, hourly " +
    "of 24 hours, minutely of 3 hours, secondly of 300 seconds; `timeRanges` holds their starts. " +
    "`current`, all-time values and candles are market caps in ETH; a bucket without a trade has " +
    "no candle; `open` is the market cap before the bucket's first trade.",
  query: nothing,
  response: tokenPrice,
  examples: PRICE_EXAMPLES,
});

/** Extension: candles of any interval and range. */
export const listCandles = operation({
  ...ofToken,
  id: "listCandles",
  path: "/v1/{chain}/tokens/{tokenAddress}/candles",
  summary: "List a token's candles",
  description:
    "Extension. Candles of one interval with `from` <= bucket start < `to`, oldest first; the " +
    "newest `limit` of them. Values as in the price history. To go back in time ask again with " +
    "`to` = the first `timestamp`.",
  query: candleQuery,
  response: tokenCandles,
  examples: CANDLE_EXAMPLES,
});

/** Extension: a token's trades. */
export const listTrades = operation({
  ...ofToken,
  id: "listTrades",
  path: "/v1/{chain}/tokens/{tokenAddress}/trades",
  summary: "List a token's trades",
  description:
    "Extension. Trades of a token, newest first. `nextCursor` continues where a page ended, " +
    "whatever was traded meanwhile.",
  query: tradeQuery,
  response: tokenTrades,
  examples: TRADE_EXAMPLES,
});

/** Extension: who earns a token's fees. */
export const getTokenFees = operation({
  ...ofToken,
  id: "getTokenFees",
  path: "/v1/{chain}/tokens/{tokenAddress}/fees",
  summary: "Get who earns a token's fees",
  description:
    "Extension. Everyone who has a part in the fees of a token, with percentages of all fees that " +
    "sum to 100. `earned`, `claimed` and `claimable` are those of the fee stream: what is claimed " +
    "went to its holder, where a manager shares it on. E-mail addresses are never shown.",
  query: nothing,
  response: tokenFees,
  examples: FEES_EXAMPLES,
});

/** Extension: the video that a token was launched with. */
export const getTokenVideo = operation({
  ...ofToken,
  id: "getTokenVideo",
  path: "/v1/{chain}/tokens/{tokenAddress}/video",
  summary: "Get a token's video",
  description:
    "Extension. The video that the token's metadata names, where this service has looked at it and " +
    "approved it; otherwise `video` is null. `streamUrl` is an HLS playlist.",
  query: nothing,
  response: tokenVideo,
  examples: TOKEN_VIDEO_EXAMPLES,
});

/** Extension: tokens by what they are called. */
export const searchTokens = operation({
  ...ofChain,
  id: "searchTokens",
  path: "/v1/{chain}/search",
  summary: "Search tokens",
  description:
    "Extension. Tokens whose name has a word that begins with `q`, or whose name, symbol or " +
    "address does; letter case does not matter. Exact symbols first, then exact names, then by " +
    "market cap. Of more than 2,000 matches only the largest tokens are certain to be found.",
  query: searchQuery,
  response: searchResult,
  examples: SEARCH_EXAMPLES,
});

/** Extension: the chain's tokens as a Uniswap token list. */
export const getTokenList = operation({
  ...ofChain,
  id: "getTokenList",
  path: "/v1/{chain}/tokenlist",
  summary: "Get the chain's Uniswap token list",
  description:
    "Extension. The 1,000 tokens with the highest market cap in the schema of Uniswap token lists. " +
    "Tokens whose name or symbol that schema does not allow are left out.",
  query: nothing,
  response: uniswapTokenList,
  examples: TOKEN_LIST_EXAMPLES,
});

/** Extension: what an account has. */
export const getAccount = operation({
  ...ofChain,
  id: "getAccount",
  path: "/v1/{chain}/accounts/{address}",
  summary: "Get an account's tokens and earnings",
  description:
    "Extension. Tokens that an account created, fee streams and managers in which it has a part, " +
    "and what it earned, claimed and can claim. An account that has nothing answers zeros.",
  params: accountParams,
  query: nothing,
  response: accountResponse,
  cache: CACHE.live,
  examples: ACCOUNT_EXAMPLES,
});
