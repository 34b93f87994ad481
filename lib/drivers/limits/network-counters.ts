import type { NetworkBucket } from "@/lib/http/limits/buckets";

const SLOTS = 65_536;

/** Counts of networks in one window, in constant memory. */
export type NetworkCounters = {
  /** What the network's slot has counted in this window. */
  used(network: NetworkBucket): number;
  add(network: NetworkBucket, count: number): void;
  /** Begins a new window. */
  clear(): void;
};

/**
 * Counters in a table of fixed size, found by hash. Networks whose hashes collide share a counter,
 * so a full table refuses too much rather than too little.
 */
export function createNetworkCounters(): NetworkCounters {
  const counts = new Uint32Array(SLOTS);
  const slotOf = ({ hash }: NetworkBucket) => hash & (SLOTS - 1);
  return {
    used: (network) => counts[slotOf(network)] ?? 0,
    add(network, count) {
      const slot = slotOf(network);
      counts[slot] = (counts[slot] ?? 0) + count;
    },
    clear: () => counts.fill(0),
  };
}
