import type { Buckets } from "./buckets";

/** Slots of a scarce resource (streams, connections, workers) and their holders. */
export type Slots = {
  /**
   * Takes a slot for a caller.
   * @param buckets null for callers without their own share: they only need a free slot
   * @returns a function that frees it (a second call does nothing), or what is used up: the
   * share of this caller and its networks, otherwise all slots
   */
  take(buckets: Buckets | null): (() => void) | "full" | "share_used";
  /** Slots in use. */
  size(): number;
};

/** A network's maximum share of all slots. */
const NETWORK_SHARE_MAX = 1 / 4;

/**
 * Bounds how many slots one caller and one network hold at a time, in constant time and in memory
 * proportional to the slots in use.
 * @param options.total slots for all callers together
 * @param options.perCaller slots for one caller; a network has its factor times that, and at most a
 * quarter of all
 */
export function createSlots(options: { total: number; perCaller: number }): Slots {
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
      const limits = buckets === null ? [] : limitsOf(buckets);
      // First: a caller who gets no slot anyway must not cost another one its slot.
      if (limits.some(({ key, max }) => (taken.get(key) ?? 0) >= max)) return "share_used";
      if (size >= total) return "full";
      const keys = limits.map(({ key }) => key);
      size += 1;
      for (const key of keys) add(key, 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        size -= 1;
        for (const key of keys) add(key, -1);
      };
    },
  };
}
