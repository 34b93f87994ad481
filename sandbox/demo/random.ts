import { createHash } from "node:crypto";

/** A seeded random generator: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Around `median`; with `spread` 0 always the median, with 1 very different. */
  skewed(median: number, spread: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** An independent generator for a named part. */
  fork(name: string): Random;
};

/** @param seed any text */
export function createRandom(seed: string): Random {
  // mulberry32: small and good enough for images and prices.
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    skewed: (median, spread) => median * Math.exp(spread * normal()),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
