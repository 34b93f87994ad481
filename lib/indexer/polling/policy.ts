/**
 * How a chain is indexed. A sandbox chain is one local node: it cannot lag, its head may move back
 * after a crash, and a full rebuild is cheap. Rows of a real chain are never rewritten because one
 * node lags.
 */
export type ChainPolicy = {
  /** Longest poll interval while there are no new blocks. */
  pollMs: number;
  /** Shortest poll interval, for chains with fast blocks. */
  pollMinMs: number;
  /** Poll interval of an idle chain; a notification ends the pause early. */
  idlePollMs: number;
  /** Blocks below the head that are not indexed yet, as configured; `choosePolicy` sets it. */
  confirmations: number;
  /** Blocks below the head that are read one by one, by hash, with verified parent hashes. */
  liveBlocks: number;
  /** Blocks whose hashes are stored to find a fork: the deepest reorg that is rolled back. */
  keepBlocks: number;
  /** How long transfers are stored, in seconds of the chain: the oldest block to rebuild from. */
  keepTransfersSeconds: number;
  /** Maximum blocks in one getLogs range; halved after an error, doubled after a success. */
  spanMax: number;
  /** How long the head must stay below the checkpoint to count as a rollback; null waits for the node. */
  headMovedBackAfterMs: number | null;
  /** Whether a fork below all stored hashes rebuilds the dataset instead of pausing. */
  rebuildsOnDeepFork: boolean;
};

const KEEP_TRANSFERS_SECONDS = 30 * 86_400;

export const POLICIES = {
  sandbox: {
    pollMs: 100,
    pollMinMs: 100,
    idlePollMs: 300,
    confirmations: 0,
    liveBlocks: 256,
    keepBlocks: 20_000,
    keepTransfersSeconds: KEEP_TRANSFERS_SECONDS,
    spanMax: 2_000,
    headMovedBackAfterMs: 1_000,
    rebuildsOnDeepFork: true,
  },
  real: {
    pollMs: 1_000,
    pollMinMs: 50,
    idlePollMs: 1_000,
    confirmations: 0,
    liveBlocks: 128,
    keepBlocks: 4_096,
    keepTransfersSeconds: KEEP_TRANSFERS_SECONDS,
    spanMax: 1_000,
    headMovedBackAfterMs: null,
    rebuildsOnDeepFork: false,
  },
} as const satisfies Record<string, ChainPolicy>;
