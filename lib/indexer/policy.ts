/**
 * How a chain is followed. A sandbox chain is one local node: it cannot lag, its blocks may move
 * back after a crash, and being rebuilt from zero is cheap. A real chain's rows are never rewritten
 * because one node is behind.
 */
export type ChainPolicy = {
  /** Longest pause between looks at the head while there is nothing new. */
  pollMs: number;
  /** Shortest one, where blocks come quickly. */
  pollMinMs: number;
  /** The same once nothing has happened for a while; a nudge cuts it short. */
  idlePollMs: number;
  /** Blocks below the head that are left alone; the operator may set another number. */
  confirmations: number;
  /** Blocks below the head that are read one by one, by hash, with an unbroken chain of parents. */
  liveBlocks: number;
  /** Blocks whose hashes are kept for finding a fork: the deepest reorg that is taken back. */
  keepBlocks: number;
  /** Most blocks in one getLogs range; halved on errors, doubled on successes. */
  spanMax: number;
  /** After this long a head below our checkpoint counts as moved back; null waits for the node. */
  headMovedBackAfterMs: number | null;
  /** Whether a fork below all kept hashes rebuilds the chain's rows instead of pausing. */
  rebuildsOnDeepFork: boolean;
};

export const POLICIES = {
  sandbox: {
    pollMs: 100,
    pollMinMs: 100,
    idlePollMs: 300,
    confirmations: 0,
    liveBlocks: 256,
    keepBlocks: 20_000,
    spanMax: 2_000,
    headMovedBackAfterMs: 1_000,
    rebuildsOnDeepFork: true,
  },
  real: {
    pollMs: 1_000,
    pollMinMs: 100,
    idlePollMs: 1_000,
    confirmations: 0,
    liveBlocks: 128,
    keepBlocks: 4_096,
    spanMax: 1_000,
    headMovedBackAfterMs: null,
    rebuildsOnDeepFork: false,
  },
} as const satisfies Record<string, ChainPolicy>;
