import type { Buckets } from "./buckets";

/** Places of a scarce thing (streams, connections, workers) and who occupies them. */
export type Occupancy = {
  /**
   * Takes a place for a caller.
   * @param buckets null for callers without a share of their own: they only need a free place
   * @returns a function that frees it (calling it twice is harmless), or what is full: all places,
   * or the share of this caller and its networks
   */
  take(buckets: Buckets | null): (() => void) | "full" | "share_used";
  /** Places taken. */
  size(): number;
};

/** No network, whatever its size, takes more than this share of all places. */
const NETWORK_SHARE_MAX = 1 / 4;

/**
 * Bounds how many places one caller and one network hold at a time, in constant time and in memory
 * proportional to the places taken.
 * @param options.total places for all callers together
 * @param options.perCaller places for one caller; a network has its factor times that, and at most a
 * quarter of all
 */
export function createOccupancy(options: { total: number; perCaller: number }): Occupancy {
  const { total, perCaller } = options;
  const taken = new Map<string, number>();
  let size = 0;

  const shareMax = Math.max(perCaller, Math.floor(total * NETWORK_SHARE_MAX));
  const limitsOf = ({ own, networks }: Buckets) => [
    { key: own, max: perCaller },
    ...networks.map(({ key, factor }) => ({ key, max: Math.min(shareMax, perCaller * factor) })),
  ];
  const add = (key: string, by: number) => {
    const next = (taken.get(key) ?? 0) + by;
    if (next === 0) taken.delete(key);
    else taken.set(key, next);
  };

  return {
    size: () => size,
    take(buckets) {
      if (size >= total) return "full";
      const limits = buckets === null ? [] : limitsOf(buckets);
      if (limits.some(({ key, max }) => (taken.get(key) ?? 0) >= max)) return "share_used";
      const keys = limits.map(({ key }) => key);
      size += 1;
      for (const key of keys) add(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        size -= 1;
        for (const key of keys) add(key, -1);
      };
    },
  };
}
