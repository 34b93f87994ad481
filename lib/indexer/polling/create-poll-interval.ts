import type { ChainPolicy } from "./policy";

/** Polls per block time, so that a block is noticed within a fraction of it. */
const POLLS_PER_BLOCK = 4;
/** Weight of the newest measurement in the moving average. */
const WEIGHT = 0.25;

/** Poll interval of a chain's head, adapted to its measured block time. */
export type PollInterval = {
  /** Reports that `block` was the head at `atMs` and is indexed. */
  caughtUp(block: number, atMs: number): void;
  pauseMs(): number;
};

export function createPollInterval({
  pollMs,
  pollMinMs,
}: Pick<ChainPolicy, "pollMs" | "pollMinMs">): PollInterval {
  let last: { block: number; atMs: number } | null = null;
  // Start fast: a short interval costs a few calls, a long one delays indexing.
  let blockMs = pollMinMs * POLLS_PER_BLOCK;
  return {
    caughtUp(block, atMs) {
      if (last !== null && block <= last.block) {
        // No new block, or a rollback: not a measurement of the block time.
        if (block < last.block) last = { block, atMs };
        return;
      }
      if (last !== null) {
        blockMs += WEIGHT * ((atMs - last.atMs) / (block - last.block) - blockMs);
      }
      last = { block, atMs };
    },
    pauseMs: () => Math.max(pollMinMs, Math.min(pollMs, Math.round(blockMs / POLLS_PER_BLOCK))),
  };
}
