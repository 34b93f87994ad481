import type { Address, Hex } from "viem";
import type { BidWall } from "@/lib/domain/bid-wall";
import type { CandleRow, StoredInterval } from "@/lib/domain/candles";
import type { SparklineCandle } from "@/lib/domain/sparkline";
import type { AccountBooks, FeeBooks } from "./fee-books";
import type { EventPage, EventQuery } from "./read-events";
import type { IndexerProgress } from "./read-progress";

export type TokenListRow = {
  address: Address;
  symbol: string;
  name: string;
  marketCapWei: bigint;
  /** Unix seconds. */
  createdAt: number;
  /** Unix seconds from which the pool is open for trading. */
  startTime: number;
  image: string | null;
  description: string | null;
  /** As of the last minute. */
  volume24hWei: bigint;
  /** Percent times 10^6. */
  priceChange24hE6: bigint;
  /** Oldest first; only where they were asked for. */
  candles?: SparklineCandle[];
  /** Dollars per ETH times 10^18; only in lists of tokens. */
  ethUsdE18?: bigint | null;
};

type SocialColumns = {
  website: string | null;
  twitter: string | null;
  telegram: string | null;
  discord: string | null;
  farcaster: string | null;
};
export type TokenRow = Omit<
  TokenListRow,
  "volume24hWei" | "priceChange24hE6" | "candles" | "ethUsdE18"
> &
  SocialColumns;

/** A token's market as of a moment. */
export type TokenMarketRow = TokenRow & {
  owner: Address;
  sqrtPriceX96: bigint;
  startingMarketCapWei: bigint;
  allTimeHighWei: bigint;
  allTimeLowWei: bigint;
  /** Price of the last trade at or before 24 h ago, else of the launch. */
  referenceSqrtPriceX96: bigint;
  volume24hWei: bigint;
  volume7dWei: bigint;
  /** The same volumes in dollars times 10^18, at the rates of their times. */
  volume24hUsdE18: bigint | null;
  volume7dUsdE18: bigint | null;
  wall: BidWall;
  wallThresholdWei: bigint;
  /** Dollars per ETH times 10^18. */
  ethUsdE18: bigint | null;
};

/** What a stream says of a token that changed: its row in lists, and its market as it stands. */
export type FiguresRow = TokenListRow &
  Pick<
    TokenMarketRow,
    | "sqrtPriceX96"
    | "allTimeHighWei"
    | "allTimeLowWei"
    | "volume7dWei"
    | "wall"
    | "wallThresholdWei"
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

/** A token as a chart's list of symbols shows it; extremes of the last day, null without a trade. */
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

/** Dollars per ETH times 10^18 by a chain's feed, and when the feed was last read. */
export type EthPrice = { chainId: number; usdE18: bigint; updatedAt: Date };

export type HolderPage = {
  /** All holders, not only those of the page. */
  total: number;
  holders: { holder: Address; amountWei: bigint }[];
};

export type SortDirection = "asc" | "desc";
export type TokenOrder = "marketCap" | "newest" | "volume24h" | "priceChange24h";
type OfToken = { chainId: number; address: Address };

/** What the data interface asks about tokens. Addresses in any letter case in, checksummed out. */
export type Market = {
  listTokens(query: {
    chainId: number;
    order: TokenOrder;
    /** `desc` when left out; ties turn round as well. */
    direction?: SortDirection | undefined;
    manager?: Address | undefined;
    /** The creator wallet or the holder of the fee stream. */
    ownerAddress?: Address | undefined;
    limit: number;
    offset: number;
    /** With `candles` from `since` on, of minutes for tokens made after `youngSince`; Unix seconds. */
    series?: { since: number; youngSince: number } | undefined;
  }): Promise<TokenListRow[]>;
  /**
   * Tokens with a search term that begins with one of the texts.
   * @param query.texts folded as `foldText` does
   */
  searchTokens(query: {
    chainId: number;
    texts: readonly string[];
    limit: number;
  }): Promise<TokenListRow[]>;
  /**
   * Tokens that the text means but for a typing mistake, those with the fewest first.
   * @param query.text folded as `foldText` does
   */
  findSimilarTokens(query: {
    chainId: number;
    text: string;
    limit: number;
  }): Promise<TokenListRow[]>;
  findToken(query: OfToken): Promise<TokenRow | null>;
  /** Those of the addresses that are tokens, in any order. */
  findQuotes(query: {
    chainId: number;
    addresses: readonly Address[];
    now: number;
  }): Promise<QuoteRow[]>;
  /** The same tokens with what changes with a trade. @param query.now as for `findTokenMarket` */
  findFigures(query: {
    chainId: number;
    addresses: readonly Address[];
    now: number;
  }): Promise<FiguresRow[]>;
  /** Where a token's metadata document is; null when the token is not known. */
  findTokenUri(query: OfToken): Promise<string | null>;
  /** @param query.now Unix seconds from which windows look back */
  findTokenMarket(query: OfToken & { now: number }): Promise<TokenMarketRow | null>;
  /** Candles of each stored interval from its start on, oldest first. */
  readHistory(
    query: OfToken & { since: Record<StoredInterval, number> },
  ): Promise<Record<StoredInterval, CandleRow[]>>;
  /** Dollars per ETH times 10^18 at each of the times (Unix seconds), else today's, else null. */
  readEthRates(query: { chainId: number; times: readonly number[] }): Promise<(bigint | null)[]>;
  /** Today's dollars per ETH times 10^18, of the chains that have a feed to trust. */
  readEthPrices(chainIds: readonly number[]): Promise<EthPrice[]>;
  /**
   * The newest candles with `from` <= start < `to`, rolled up to `seconds`; null when the token is
   * not known.
   */
  listCandles(
    query: OfToken & {
      stored: StoredInterval;
      seconds: number;
      from: number;
      to: number;
      limit: number;
    },
  ): Promise<CandlePage | null>;
  /** Newest first; null when the token is not known. */
  listTrades(
    query: OfToken & { before: TradePosition | null; limit: number },
  ): Promise<TradeRow[] | null>;
  /** Largest balance first, ties by address; null when the token is not known. */
  listHolders(query: OfToken & { limit: number; offset: number }): Promise<HolderPage | null>;
  /** Who earns a token's fees; null when it is not known. */
  findFees(query: OfToken): Promise<FeeBooks | null>;
  /** What an account has; zeros when it has nothing. */
  readAccount(query: OfToken): Promise<AccountBooks>;
  /** Launches and trades after a position; null while nothing of the chain is indexed. */
  readEvents(query: EventQuery): Promise<EventPage | null>;
  /** Of the chains that have live rows. */
  readProgress(chainIds: readonly number[]): Promise<IndexerProgress[]>;
  /** Makes the indexer look at the chain now instead of at its next poll. */
  nudgeIndexer(slug: string): Promise<void>;
};
