import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  ASSET_EXAMPLES,
  DECIMALS_EXAMPLES,
  EVENTS_EXAMPLES,
  LATEST_EXAMPLES,
  PAIR_CREATOR_EXAMPLES,
  PAIR_EXAMPLES,
  TICKERS_EXAMPLES,
} from "./examples";
import { EVENT_BLOCKS_MAX, EVENTS_MAX } from "./rules/limits";

const FINAL =
  "A block is reported when it is final: 32 blocks below the head, or the head on a sandbox chain.";
const EVENTS =
  "Trades and liquidity of a range of blocks, ordered by block, transaction and event. Asset 0 is the " +
  "token, asset 1 is ETH. The ETH amount of a trade includes the hook's fee: what a buyer paid, or what " +
  "the pool paid out for a sale before the fee, which `metadata` shows. `priceNative` is the pool's price " +
  "after the trade. A launch is a `join`; moves of the bid wall are `join` and `exit`. A sale for less " +
  `than a wei is left out. At most ${EVENT_BLOCKS_MAX} blocks and ${EVENTS_MAX} events, up to the latest block.`;
const PAIR =
  "The pool of a token: `id` is the id of the Uniswap v4 pool. A pool is found when its launch is final.";
const ASSET = "A launched token, or ETH under the zero address.";

/** Texts and examples of these operations. */
export const ADAPTER_DOCS = {
  getDexScreenerLatestBlock: {
    summary: "Get the latest block for DEX Screener",
    description: `Extension. The latest block whose events are available. ${FINAL}`,
    examples: LATEST_EXAMPLES,
  },
  getDexScreenerAsset: {
    summary: "Get an asset for DEX Screener",
    description: `Extension. ${ASSET}`,
    examples: ASSET_EXAMPLES,
  },
  getDexScreenerPair: {
    summary: "Get a pair for DEX Screener",
    description: `Extension. ${PAIR}`,
    examples: PAIR_EXAMPLES,
  },
  listDexScreenerEvents: {
    summary: "List events for DEX Screener",
    description: `Extension. ${EVENTS}`,
    examples: EVENTS_EXAMPLES,
  },
  getGeckoTerminalLatestBlock: {
    summary: "Get the latest block for GeckoTerminal",
    description: `Extension. The latest block whose events are available. ${FINAL}`,
    examples: LATEST_EXAMPLES,
  },
  getGeckoTerminalAsset: {
    summary: "Get an asset for GeckoTerminal",
    description: `Extension. ${ASSET}`,
    examples: DECIMALS_EXAMPLES,
  },
  getGeckoTerminalPair: {
    summary: "Get a pair for GeckoTerminal",
    description: `Extension. ${PAIR}`,
    examples: PAIR_CREATOR_EXAMPLES,
  },
  listGeckoTerminalEvents: {
    summary: "List events for GeckoTerminal",
    description: `Extension. ${EVENTS}`,
    examples: EVENTS_EXAMPLES,
  },
  listCoinGeckoTickers: {
    summary: "List tickers for CoinGecko",
    description:
      "Extension. Price, 24-hour volume, extremes and liquidity of every pool, the largest volume first. " +
      "The base is the token, the target is ETH.",
    examples: TICKERS_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
