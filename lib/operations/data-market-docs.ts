import {
  ACCOUNT_EXAMPLES,
  CANDLE_EXAMPLES,
  DETAILS_EXAMPLES,
  FEES_EXAMPLES,
  PRICE_EXAMPLES,
  SWAP_EXAMPLES,
  TOKEN_LIST_EXAMPLES,
  TOKEN_VIDEO_EXAMPLES,
  TRADE_EXAMPLES,
} from "./data-market-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const MARKET_DOCS = {
  getTokenDetails: {
    summary: "Get a token's full details",
    description: "Name, image, market cap, volume, bid wall, owner and links of one token.",
    examples: DETAILS_EXAMPLES,
  },
  getTokenPrice: {
    summary: "Get a token's price and its history",
    description:
      "Prices, volumes, bid wall and four series of candles, oldest first: daily of 7 days, hourly " +
      "of 24 hours, minutely of 3 hours, secondly of 300 seconds; `timeRanges` holds their starts. " +
      "`current`, all-time values and candles are market caps in ETH; a bucket without a trade has " +
      "no candle; `open` is the market cap before the bucket's first trade.",
    examples: PRICE_EXAMPLES,
  },
  listCandles: {
    summary: "List a token's candles",
    description:
      "Extension. Candles of one interval with `from` <= bucket start < `to`, oldest first; the " +
      "newest `limit` of them. Values as in the price history. To go back in time ask again with " +
      "`to` = the first `timestamp`.",
    examples: CANDLE_EXAMPLES,
  },
  listTrades: {
    summary: "List a token's trades",
    description:
      "Extension. Trades of a token, newest first. `nextCursor` continues where a page ended, " +
      "whatever was traded meanwhile.",
    examples: TRADE_EXAMPLES,
  },
  listSwaps: {
    summary: "List a token's newest swaps",
    description:
      "Extension. The newest trades with amounts in wei, in the shape that clients of other " +
      "launchpads read; `/trades` has pages and decimal amounts.",
    examples: SWAP_EXAMPLES,
  },
  getTokenFees: {
    summary: "Get who earns a token's fees",
    description:
      "Extension. Everyone who has a part in the fees of a token, with percentages of all fees that " +
      "sum to 100. `earned`, `claimed` and `claimable` are those of the fee stream: what is claimed " +
      "went to its holder, where a manager shares it on. Email addresses are never shown.",
    examples: FEES_EXAMPLES,
  },
  getTokenVideo: {
    summary: "Get a token's video",
    description:
      "Extension. The video that the token's metadata names, where this service has looked at it and " +
      "approved it; otherwise `video` is null. `streamUrl` is an HLS playlist.",
    examples: TOKEN_VIDEO_EXAMPLES,
  },
  getTokenList: {
    summary: "Get the chain's Uniswap token list",
    description:
      "Extension. The 1,000 tokens with the highest market cap in the schema of Uniswap token lists. " +
      "Tokens whose name or symbol that schema does not allow are left out.",
    examples: TOKEN_LIST_EXAMPLES,
  },
  getAccount: {
    summary: "Get an account's tokens and earnings",
    description:
      "Extension. Tokens that an account created, fee streams and managers in which it has a part, " +
      "and what it earned, claimed and can claim. An account that has nothing answers zeros.",
    examples: ACCOUNT_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
