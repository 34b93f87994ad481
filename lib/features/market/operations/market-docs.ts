import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  ACCOUNT_EXAMPLES,
  CANDLE_EXAMPLES,
  DETAILS_EXAMPLES,
  FEES_EXAMPLES,
  MANAGER_EARNERS_EXAMPLES,
  PRICE_EXAMPLES,
  SWAP_EXAMPLES,
  TOKEN_LIST_EXAMPLES,
  TOKEN_VIDEO_EXAMPLES,
  TRADE_EXAMPLES,
} from "./market-examples";

/** Texts and examples of these operations. */
export const MARKET_DOCS = {
  getTokenDetails: {
    summary: "Get a token's full details",
    description: "Name, image, market cap, volume, bid wall, owner and links of a token.",
    examples: DETAILS_EXAMPLES,
  },
  getTokenPrice: {
    summary: "Get a token's price and its history",
    description:
      "Prices, volumes, bid wall and four series of candles, oldest first: daily for 7 days, hourly " +
      "for 24 hours, minutely for 3 hours, secondly for 300 seconds. `timeRanges` has their starts. " +
      "`current`, all-time values and candles are market caps in ETH. A bucket without a trade has no " +
      "candle. `open` is the market cap before the first trade of the bucket.",
    examples: PRICE_EXAMPLES,
  },
  listCandles: {
    summary: "List a token's candles",
    description:
      "Extension. Candles of one interval with `from` <= bucket start < `to`, oldest first. Returns " +
      "the newest `limit` of them. Values are those of the price history. To load older candles, " +
      "set `to` to the first `timestamp`.",
    examples: CANDLE_EXAMPLES,
  },
  listTrades: {
    summary: "List a token's trades",
    description:
      "Extension. Trades of a token, newest first. `trader` and `minETH` filter the whole history. " +
      "`nextCursor` continues after the page, even when there are new trades; send the same filters " +
      "with it.",
    examples: TRADE_EXAMPLES,
  },
  listSwaps: {
    summary: "List a token's newest swaps",
    description:
      "Extension. The newest trades with amounts in wei, in the shape that clients of other " +
      "launchpads expect. `/trades` has pages and decimal amounts.",
    examples: SWAP_EXAMPLES,
  },
  getTokenFees: {
    summary: "Get the earners of a token's fees",
    description:
      "Extension. All earners of a token's 1% trading fee with their percentages, which sum to 100. `earned`, " +
      "`claimed` and `claimable` are those of the fee stream: claimed ETH went to its holder; a " +
      "manager shares it further. Email addresses are never returned.",
    examples: FEES_EXAMPLES,
  },
  getTokenVideo: {
    summary: "Get a token's video",
    description:
      "Extension. The video in the token's metadata, if this service has approved it; otherwise " +
      "`video` is null. `streamUrl` is an HLS playlist.",
    examples: TOKEN_VIDEO_EXAMPLES,
  },
  getTokenList: {
    summary: "Get the chain's Uniswap token list",
    description:
      "Extension. The 1,000 tokens with the highest market cap, as a Uniswap token list. Tokens with a " +
      "name or symbol that its schema does not allow are omitted.",
    examples: TOKEN_LIST_EXAMPLES,
  },
  getAccount: {
    summary: "Get an address's tokens and earnings",
    description:
      "Extension. Tokens that an address created, fee streams and managers in which it has a share, " +
      "and its earned, claimed and claimable ETH as an earner of fees. Earnings as a referrer of trades are " +
      "not included: `getReferrals` returns them. An address without any returns zeros.",
    examples: ACCOUNT_EXAMPLES,
  },
  listManagerEarners: {
    summary: "List the addresses that a manager owes ETH",
    description:
      "Extension. Addresses with a claimable amount in a manager, up to 100, highest first, also former " +
      "recipients and creators whose earlier earnings were not paid out yet. `claimable` includes income that the " +
      "manager has not synced. Anyone can trigger a payout with `prepare-claim`; funds only go to the earner. " +
      "The list is empty if the manager owes nothing or the address is not a manager.",
    examples: MANAGER_EARNERS_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
