import type { NetworkBucket } from "@/lib/http/limits/buckets";

const SLOTS = 65_536;

/** Per-network counters of one window, in constant memory. */
export type NetworkCounters = {
  /** Requests that the network's slot has counted in this window. */
  used(network: NetworkBucket): number;
  add(network: NetworkBucket, count: number): void;
  /** Starts a new window. */
  clear(): void;
};

/**
 * A hash table of fixed size. Networks whose hashes collide share a counter, so a full table
 * rejects too many requests rather than too few.
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
