import type { Address, Hex } from "viem";
import type { MarketBatch, TokenState } from "./market-batch";

/** The last block whose events are in the tables. */
export type Checkpoint = { block: number; hash: Hex; time: number };
export type BlockHash = { number: number; hash: Hex };
export type Pool = { poolId: Hex; token: Address };
export type PendingMetadata = { token: Address; uri: string; attempts: number };
export type TokenMetadata = {
  description: string;
  image: string | null;
  website: string | null;
  twitter: string | null;
  telegram: string | null;
  discord: string | null;
  farcaster: string | null;
};

/**
 * Thrown when the checkpoint is not where the caller thought: another process indexes this chain,
 * or an earlier commit did happen. Nothing was written; read the checkpoint again.
 */
export class CheckpointMovedError extends Error {
  override readonly name = "CheckpointMovedError";
}

/** The indexer's side of the market tables, of one chain. Every method is one transaction. */
export type MarketStore = {
  findCheckpoint(): Promise<(Checkpoint & { genesisHash: Hex; deployment: string }) | null>;
  /** Removes every row of the chain and starts over at `checkpoint`. */
  resetChain(start: Checkpoint & { genesisHash: Hex; deployment: string }): Promise<void>;
  listPools(): Promise<Pool[]>;
  /**
   * Writes a batch and moves the checkpoint from `expected` to `next`.
   * @param derive from the touched tokens as they stand, what to write
   * @throws CheckpointMovedError
   */
  applyBatch(batch: {
    expected: Checkpoint;
    next: Checkpoint;
    head: number;
    blocks: readonly BlockHash[];
    /** Blocks below this one are forgotten as possible forks. */
    keepBlocksFrom: number;
    touched: readonly Address[];
    derive: (states: ReadonlyMap<Address, TokenState>) => MarketBatch;
  }): Promise<void>;
  /** Newest stored block hashes at or below a block, newest first. */
  listBlocks(query: { atOrBelow: number; limit: number }): Promise<BlockHash[]>;
  /**
   * Takes back everything after block `to`, which becomes the checkpoint.
   * @throws CheckpointMovedError
   */
  rollBack(options: { expected: Checkpoint; to: Checkpoint }): Promise<void>;
  /** Notes that the chain was looked at, so that a stalled indexer shows. */
  touch(head: number): Promise<void>;
  listPendingMetadata(options: { now: Date; limit: number }): Promise<PendingMetadata[]>;
  saveMetadata(uri: string, metadata: TokenMetadata): Promise<void>;
  /** @param retryAt null gives up */
  failMetadata(options: { token: Address; retryAt: Date | null }): Promise<void>;
};
