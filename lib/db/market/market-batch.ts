import type { Address } from "viem";
import type {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "../schema/market";

/** What of a token changes after its launch; all other columns follow from these. */
export type TokenState = {
  address: Address;
  owner: Address;
  supplyWei: bigint;
  sqrtPriceX96: bigint;
  tick: number;
};

export type BalanceDelta = { token: Address; holder: Address; deltaWei: bigint };

/** A token as it is launched; its metadata is looked up when it is written. */
export type NewToken = Omit<
  typeof tokens.$inferInsert,
  | "metadataState"
  | "metadataAttempts"
  | "metadataRetryAt"
  | "description"
  | "image"
  | "website"
  | "twitter"
  | "telegram"
  | "discord"
  | "farcaster"
>;

/** All that one batch of blocks writes: event rows in order, and the read model after them. */
export type MarketBatch = {
  launches: (typeof launches.$inferInsert)[];
  swaps: (typeof swaps.$inferInsert)[];
  transfers: (typeof transfers.$inferInsert)[];
  supplyChanges: (typeof supplyChanges.$inferInsert)[];
  feeStreamTransfers: (typeof feeStreamTransfers.$inferInsert)[];
  feeClaims: (typeof feeClaims.$inferInsert)[];
  wallMoves: (typeof wallMoves.$inferInsert)[];
  newTokens: NewToken[];
  tokenStates: TokenState[];
  balanceDeltas: BalanceDelta[];
};
