import type { Address, Hex } from "viem";
import type { MarketBatch, MarketView } from "./market-batch";
import type { Touched } from "./read-view";

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
 * an earlier commit did happen, or another dataset took this one's place. Nothing was written; load
 * the state again.
 */
export class CheckpointMovedError extends Error {
  override readonly name = "CheckpointMovedError";
}

/** What a dataset's rows were read from. */
export type Origin = { genesisHash: Hex; deployment: string };

/** The indexer's side of one dataset's rows. Every method is one transaction. */
export type MarketStore = {
  /** The dataset of its rows. */
  datasetId: number;
  findCheckpoint(): Promise<(Checkpoint & Origin & { windowAt: number }) | null>;
  /** Removes every row of the dataset and starts over at a checkpoint. */
  reset(start: Checkpoint & Origin & { windowAt: number }): Promise<void>;
  listPools(): Promise<Pool[]>;
  listManagers(): Promise<Address[]>;
  /**
   * Writes a batch and moves the checkpoint from `expected` to `next`.
   * @param derive from what is touched as it stands, what to write
   * @throws CheckpointMovedError
   */
  applyBatch(batch: {
    expected: Checkpoint;
    next: Checkpoint;
    head: number;
    blocks: readonly BlockHash[];
    /** How many the batch is made of, for the progress. */
    events?: number;
    /** Blocks below this one are forgotten as possible forks. */
    keepBlocksFrom: number;
    touched: Touched;
    derive: (view: MarketView) => MarketBatch;
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
  /** Moves the 24 h figures of lists on to a time (Unix seconds), in whole minutes. */
  moveWindow(time: number): Promise<void>;
};

/** A dataset of a chain as `datasets` has it. */
export type Dataset = { id: number; version: number };

/** The datasets of one chain, and what is not a dataset's own. */
export type MarketDatasets = {
  chainId: number;
  find(): Promise<{ live: Dataset | null; building: Dataset | null }>;
  /** @throws when there is one in that state already */
  create(state: "live" | "building"): Promise<Dataset>;
  /** Says that a dataset's rows are derived in today's way. */
  renew(id: number): Promise<void>;
  store(id: number): MarketStore;
  /** Puts the dataset that was built in the live one's place. */
  promote(id: number): Promise<void>;
  /** Gives up a dataset that is being built. */
  discard(id: number): Promise<void>;
  /** Copies the live dataset's rows into one that is being built, up to a block. */
  copyLive(id: number, upTo: Checkpoint): Promise<void>;
  /** Removes some rows of datasets that were replaced. @returns whether more are left */
  removeRetired(): Promise<boolean>;
  listPendingMetadata(options: { now: Date; limit: number }): Promise<PendingMetadata[]>;
  saveMetadata(uri: string, metadata: TokenMetadata): Promise<void>;
  /** @param retryAt null gives up */
  failMetadata(options: { token: Address; retryAt: Date | null }): Promise<void>;
  /** Dollars per ETH times 10^18; null when the chain has no feed to trust. */
  saveEthPrice(usdE18: bigint | null, now: Date): Promise<void>;
};
