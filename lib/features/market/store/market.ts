import type { Address, Hex } from "viem";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import type { BidWall } from "../rules/bid-wall";
import type { CandleRow } from "../rules/candles";
import type { SparklineCandle } from "../rules/sparkline";

export type TokenListRow = {
  address: Address;
  symbol: string;
  name: string;
  marketCapWei: bigint;
  /** Unix seconds. */
  createdAt: number;
  /** Unix seconds from which the pool is open for trading. */
  startTime: number;
  /** Launch protection: see `LaunchEvent`. */
  protectionStartBps: number;
  protectionEnd: number;
  image: string | null;
  description: string | null;
  /** As of the last minute. */
  volume24hWei: bigint;
  /** Percent times 10^6. */
  priceChange24hE6: bigint;
  /** Oldest first; only if requested. */
  candles?: SparklineCandle[];
  /** Dollars per ETH times 10^18; only in lists of tokens. */
  ethUsdE18?: bigint | null;
  /** Only if requested. */
  figures?: RankFigures;
  /** Position of a list after this token; only in lists of tokens. */
  position?: ListPosition;
  /** Null or absent for a token without a decision of a moderator. */
  moderation?: TokenModeration | null;
};

/** The values of an order's columns, and the address of the token. */
export type ListPosition = { keys: readonly bigint[]; address: Address };

export type SocialColumns = {
  website: string | null;
  twitter: string | null;
  telegram: string | null;
  discord: string | null;
  farcaster: string | null;
};
export type TokenRow = Omit<
  TokenListRow,
  "volume24hWei" | "priceChange24hE6" | "candles" | "ethUsdE18" | "figures" | "position"
> &
  SocialColumns;

/** The price and the trading of a token at a time. */
export type TokenPriceRow = Pick<TokenListRow, "marketCapWei" | "createdAt" | "startTime"> & {
  owner: Address;
  sqrtPriceX96: bigint;
  startingMarketCapWei: bigint;
  allTimeHighWei: bigint;
  allTimeLowWei: bigint;
  /** Price of the last trade at or before 24h ago, otherwise of the launch. */
  referenceSqrtPriceX96: bigint;
  volume24hWei: bigint;
  volume7dWei: bigint;
  /** The volumes in dollars times 10^18, at the rates of their times. */
  volume24hUsdE18: bigint | null;
  volume7dUsdE18: bigint | null;
  wall: BidWall;
  /** The most ETH that waits before the wall is fed. */
  wallThresholdWei: bigint;
  startingSqrtPriceX96: bigint;
  feeShareBps: number;
  /** Dollars per ETH times 10^18. */
  ethUsdE18: bigint | null;
};

/** The market of a token at a time. */
export type TokenMarketRow = TokenRow &
  TokenPriceRow & {
    creator: Address;
    /** The creator's buy in the transaction of the launch; 0 without one. */
    firstBuyWei: bigint;
    firstBuyTokensWei: bigint;
    creatorBalanceWei: bigint;
    poolId: Hex;
    /** Percent of the trading fee for the referrer of a trade. */
    referralPercent: number;
  };

/** A changed token in the stream: its list row and its current market. */
export type FiguresRow = TokenListRow &
  Pick<
    TokenPriceRow,
    | "sqrtPriceX96"
    | "allTimeHighWei"
    | "allTimeLowWei"
    | "volume7dWei"
    | "wall"
    | "wallThresholdWei"
    | "startingSqrtPriceX96"
    | "feeShareBps"
    | "ethUsdE18"
  >;

/** A token's launch and candles of one stored interval, oldest first. */
export type CandlePage = {
  createdAt: number;
  startingMarketCapWei: bigint;
  startingSqrtPriceX96: bigint;
  candles: CandleRow[];
  /** The last candle before the range. */
  before: CandleRow | null;
};

/** A token in a chart's list of symbols; extremes of the last day, null without a trade. */
export type QuoteRow = Pick<
  TokenListRow,
  "address" | "symbol" | "name" | "marketCapWei" | "volume24hWei" | "priceChange24hE6"
> & { highWei: bigint | null; lowWei: bigint | null };

export type TradePosition = { block: number; logIndex: number };
export type TradeRow = TradePosition & {
  time: number;
  txHash: Hex;
  trader: Address;
  ethToPoolWei: bigint;
  tokenToPoolWei: bigint;
  feeWei: bigint;
  sqrtPriceX96: bigint;
  marketCapWei: bigint;
};

/** Dollars per ETH times 10^18 from a chain's feed, and when the feed was last read. */
export type EthPrice = { chainId: number; usdE18: bigint; updatedAt: Date };

export type HolderPage = {
  /** Number of all holders, not only those of the page. */
  total: number;
  holders: { holder: Address; amountWei: bigint }[];
};

export type SortDirection = "asc" | "desc";
export type TokenOrder =
  | "marketCap"
  | "newest"
  | "volume24h"
  | "priceChange24h"
  | "priceChange5m"
  | "priceChange1h"
  | "priceChange6h"
  | "trades24h"
  | "holders"
  | "liquidity"
  | "creatorShare";
/** Bounds of a list, both included; all in the units of `TokenListRow`. */
export type TokenRanges = {
  [Name in "marketCapWei" | "volume24hWei" | "liquidityWei"]?: Range<bigint>;
} & {
  [Name in
    | "createdAt"
    | "holders"
    | "creatorBps"
    | "topHoldersBps"
    | "firstBlockBps"]?: Range<number>;
};
type Range<Value> = { min?: Value | undefined; max?: Value | undefined };
/** Figures of a token as of a minute. Changes are percent times 10^6. */
export type RankFigures = {
  change5mE6: bigint;
  change1hE6: bigint;
  change6hE6: bigint;
  trades24h: number;
  liquidityWei: bigint;
  /** Balance of the creator's wallet, in 1/10,000 of the supply. */
  creatorBps: number;
  /** Balances of its ten largest holders, without contracts of the market; in 1/10,000. */
  topHoldersBps: number;
  /** Balances left with the buyers of the first traded block, in 1/10,000. */
  firstBlockBps: number;
  sqrtPriceX96: bigint;
  holders: number;
};
/** A token of a chain; the address in any letter case. */
export type OfToken = { chainId: number; address: Address };
