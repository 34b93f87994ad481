import type { Address, Hex } from "viem";

/** The last block whose events are in the tables. */
export type Checkpoint = { block: number; hash: Hex; time: number };
export type BlockHash = { number: number; hash: Hex };
/** `time` in Unix seconds. */
export type IndexedBlock = BlockHash & { time: number };
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
 * The checkpoint is not the expected one: another process indexes this chain, an earlier commit
 * succeeded after all, or another dataset was promoted. Nothing was written; load the state again.
 */
export class CheckpointMovedError extends Error {
  override readonly name = "CheckpointMovedError";
}

/** A dataset cannot be copied up to a block whose later transfers were removed. */
export class TransfersRemovedError extends Error {
  override readonly name = "TransfersRemovedError";
  constructor(
    /** First block whose transfers are still stored. */
    readonly transfersFrom: number,
  ) {
    super(`transfers before block ${transfersFrom} were removed`);
  }
}

/** The chain and contracts that a dataset was read from. */
export type Origin = { genesisHash: Hex; deployment: string };

/** A checkpoint with its origin. `windowAt`: end of the 24h window of list figures, Unix seconds. */
export type DatasetStart = Checkpoint & Origin & { windowAt: number };

/** A row of `datasets`. */
export type Dataset = { id: number; version: number };
