import type { Values } from "./environment";

/** Each second limit must be at least the first: otherwise requests without a value always fail. */
const LIMITS = [
  ["MARKET_CAP_MIN_USDC", "MARKET_CAP_DEFAULT_USDC"],
  ["MARKET_CAP_DEFAULT_USDC", "MARKET_CAP_MAX_USDC"],
] as const;

/** The problem of each limit that is below its lower one. */
export function findContradictions(values: Values): string[] {
  return LIMITS.flatMap(([lower, upper]) => {
    const [low, high] = [BigInt(values[lower]), BigInt(values[upper])];
    if (low <= high) return [];
    return [`${upper}: must be at least ${lower}, which is ${low}, but is ${high}.`];
  });
}
