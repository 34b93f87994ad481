import type { Address } from "viem";
import type {
  AccountDelta,
  ManagedToken,
  ManagerRecord,
  PoolDelta,
  ShareRow,
} from "@/lib/features/managers/rules/manager-projection";
import type { CandleRow, StoredInterval } from "@/lib/features/market/rules/candles";
import type { managerEvents } from "@/lib/features/market/store/manager-tables";
import type {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "@/lib/features/market/store/tables";

/** What of a token changes after its launch; its other columns follow from these. */
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
  wallLifetimeWei: bigint;
  wallPendingWei: bigint;
  wallPlacedWei: bigint;
  wallLiquidity: bigint;
  wallLower: number;
  wallUpper: number;
};

/** What a batch touches, as it stands before it. Addresses are lower-case hex, as in events. */
export type MarketView = {
  /** See `checkpoints.windowAt`. */
  windowAt: number;
  tokens: ReadonlyMap<Address, TokenState>;
  managers: ReadonlyMap<Address, ManagerRecord>;
  managedTokens: ReadonlyMap<Address, ManagedToken>;
};

export type BalanceDelta = { token: Address; holder: Address; deltaWei: bigint };
/** A bucket's trades of this batch alone; what stands in the tables is merged with it. */
export type CandlePart = CandleRow & { token: Address; seconds: StoredInterval };
export type StreamPayment = { account: Address; paidWei: bigint };

/** A token as it is launched: what never changes. Its metadata is looked up when it is written. */
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
> & {
  startingSqrtPriceX96: bigint;
  feeShareBps: number;
  wallThresholdWei: bigint;
};

/** All that one batch of blocks writes: event rows in order, and the read model after them. */
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
  candles: CandlePart[];
  streamPayments: StreamPayment[];
  managers: ManagerRecord[];
  managedTokens: ManagedToken[];
  shares: ShareRow[];
  pools: PoolDelta[];
  accounts: AccountDelta[];
};
