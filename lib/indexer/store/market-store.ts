import type { Address, Hex } from "viem";

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

/** A checkpoint with its origin. `windowAt`: to when the 24 h figures of lists have been moved. */
export type DatasetStart = Checkpoint & Origin & { windowAt: number };

/** A dataset of a chain as `datasets` has it. */
export type Dataset = { id: number; version: number };
