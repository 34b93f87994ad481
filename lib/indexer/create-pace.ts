import type { ChainPolicy } from "./policy";

/** Looks at the head this often between two blocks: what is late is late by a part of a block. */
const LOOKS_PER_BLOCK = 4;
/** What the newest measurement counts for. */
const WEIGHT = 0.25;

/** How long to wait until the next look at a chain's head, by how its blocks come in. */
export type Pace = {
  /** Everything up to `block` is indexed at `atMs`. */
  caughtUp(block: number, atMs: number): void;
  pauseMs(): number;
};

export function createPace({ pollMs, pollMinMs }: Pick<ChainPolicy, "pollMs" | "pollMinMs">): Pace {
  let last: { block: number; atMs: number } | null = null;
  // Quick at first: a pause that turns out too short costs a few calls, one too long makes late.
  let blockMs = pollMinMs * LOOKS_PER_BLOCK;
  return {
    caughtUp(block, atMs) {
      if (last !== null && block <= last.block) {
        // Nothing new, or a fork was taken back: that says nothing of how quickly blocks come.
        if (block < last.block) last = { block, atMs };
        return;
      }
      if (last !== null) {
        blockMs += WEIGHT * ((atMs - last.atMs) / (block - last.block) - blockMs);
      }
      last = { block, atMs };
    },
    pauseMs: () => Math.max(pollMinMs, Math.min(pollMs, Math.round(blockMs / LOOKS_PER_BLOCK))),
  };
}
