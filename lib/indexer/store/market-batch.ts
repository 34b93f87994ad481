import type { Address } from "viem";
import type {
  AccountDelta,
  ManagedToken,
  ManagerRecord,
  PoolDelta,
  ShareRow,
} from "@/lib/features/managers/rules/manager-projection";
import type { CandleRow, StoredInterval } from "@/lib/features/market/rules/candles";
import type { Holding } from "@/lib/features/market/rules/position";
import type {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  transfers,
  wallMoves,
} from "@/lib/features/market/store/tables/event-tables";
import type { managerEvents } from "@/lib/features/market/store/tables/manager-tables";
import type {
  positionChanges,
  positions,
} from "@/lib/features/market/store/tables/position-tables";
import type { tokens } from "@/lib/features/market/store/tables/tables";

/** The mutable state of a token; its other columns are derived from it. */
export type TokenState = {
  address: Address;
  owner: Address;
  manager: Address | null;
  supplyWei: bigint;
  sqrtPriceX96: bigint;
  tick: number;
  allTimeHighWei: bigint;
  allTimeLowWei: bigint;
  volume24hWei: bigint;
  referenceSqrtPriceX96: bigint;
  earnedWei: bigint;
  paidWei: bigint;
  paidAtTransferWei: bigint;
  /** Lifetime earnings of referrers. */
  referralWei: bigint;
  wallLifetimeWei: bigint;
  wallPendingWei: bigint;
  wallPlacedWei: bigint;
  wallLiquidity: bigint;
  wallLower: number;
  wallUpper: number;
};

/** State of everything that a batch touches, before the batch. Addresses are lower-case hex, as in events. */
export type MarketView = {
  /** See `checkpoints.windowAt`. */
  windowAt: number;
  tokens: ReadonlyMap<Address, TokenState>;
  managers: ReadonlyMap<Address, ManagerRecord>;
  managedTokens: ReadonlyMap<Address, ManagedToken>;
  holdings: Holdings;
};

/** Holdings: by token, then by holder; null where no position is stored. */
export type Holdings = ReadonlyMap<Address, ReadonlyMap<Address, Holding | null>>;

export type BalanceDelta = { token: Address; holder: Address; deltaWei: bigint };
/** Changes that a batch adds to a position. */
export type PositionDelta = typeof positions.$inferInsert;
/** A candle of this batch's trades only; the stored candle is merged with it. */
export type CandlePart = CandleRow & { token: Address; seconds: StoredInterval };
export type StreamPayment = { account: Address; paidWei: bigint };

/** The immutable part of a launched token. Its metadata is looked up on insert. */
export type NewToken = Pick<
  typeof tokens.$inferInsert,
  | "datasetId"
  | "address"
  | "poolId"
  | "name"
  | "symbol"
  | "tokenUri"
  | "creator"
  | "managerKind"
  | "launcher"
  | "launchId"
  | "createdAt"
  | "createdBlock"
  | "createdLogIndex"
  | "startTime"
  | "startingMarketCapWei"
  | "firstBuyWei"
  | "firstBuyTokensWei"
> & {
  protectionStartBps: number;
  protectionEnd: number;
  referralPercent: number;
  startingSqrtPriceX96: bigint;
  feeShareBps: number;
  wallThresholdWei: bigint;
};

/** All rows that one batch of blocks writes: events in order, and the resulting state. */
export type MarketBatch = {
  launches: (typeof launches.$inferInsert)[];
  swaps: (typeof swaps.$inferInsert)[];
  transfers: (typeof transfers.$inferInsert)[];
  supplyChanges: (typeof supplyChanges.$inferInsert)[];
  feeStreamTransfers: (typeof feeStreamTransfers.$inferInsert)[];
  feeClaims: (typeof feeClaims.$inferInsert)[];
  wallMoves: (typeof wallMoves.$inferInsert)[];
  managerEvents: (typeof managerEvents.$inferInsert)[];
  newTokens: NewToken[];
  /** Every touched token, new ones included. */
  tokenStates: TokenState[];
  balanceDeltas: BalanceDelta[];
  positionChanges: (typeof positionChanges.$inferInsert)[];
  /** Positions that are known not to be stored yet, and changes of the others. */
  newPositions: PositionDelta[];
  positionDeltas: PositionDelta[];
  candles: CandlePart[];
  streamPayments: StreamPayment[];
  managers: ManagerRecord[];
  managedTokens: ManagedToken[];
  shares: ShareRow[];
  pools: PoolDelta[];
  accounts: AccountDelta[];
};
