import type { NetworkBucket } from "../http/buckets";

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
 * so a full table refuses too much rather than too little. The random seed keeps a stranger from
 * choosing networks that collide with somebody else's.
 */
export function createNetworkCounters(seed = Math.floor(Math.random() * 2 ** 32)): NetworkCounters {
  const counts = new Uint32Array(SLOTS);
  const slotOf = ({ key }: NetworkBucket): number => {
    // FNV-1a with its bits mixed once more, because only the low ones are used.
    let hash = seed ^ 0x811c9dc5;
    for (let i = 0; i < key.length; i += 1) {
      hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  };
  return {
    used: (network) => counts[slotOf(network)] ?? 0,
    add(network, count) {
      const slot = slotOf(network);
      counts[slot] = (counts[slot] ?? 0) + count;
    },
    clear: () => counts.fill(0),
  };
}
