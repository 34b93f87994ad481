import type { Values } from "./environment";

/** Each second limit must be at least the first: otherwise requests without a value always fail. */
const LIMITS = [
  ["MARKET_CAP_MIN_USDC", "MARKET_CAP_DEFAULT_USDC"],
  ["MARKET_CAP_DEFAULT_USDC", "MARKET_CAP_MAX_USDC"],
] as const;

/** Keys whose account sends transactions of its own. */
const OTHER_SENDERS = ["SERVER_WALLET_PRIVATE_KEY", "CONTRACTS_OWNER_PRIVATE_KEY"] as const;

/** The problem of each limit that is below its lower one, and of a key that two parts would send with. */
export function findContradictions(values: Values): string[] {
  return [...findLimits(values), ...findSharedKeys(values)];
}

function findLimits(values: Values): string[] {
  return LIMITS.flatMap(([lower, upper]) => {
    const [low, high] = [BigInt(values[lower]), BigInt(values[upper])];
    if (low <= high) return [];
    return [`${upper}: must be at least ${lower}, which is ${low}, but is ${high}.`];
  });
}

/** Prices take the next nonce of their account, which would be that of a launch. */
function findSharedKeys(values: Values): string[] {
  const key = values.FEED_SETTER_PRIVATE_KEY?.toLowerCase();
  if (key === undefined) return [];
  return OTHER_SENDERS.filter((other) => values[other]?.toLowerCase() === key).map(
    (other) =>
      `FEED_SETTER_PRIVATE_KEY: must differ from ${other}, or prices replace its transactions. Replace it by a new key, then run contracts:admin -- set-feed-setter with its address.`,
  );
}
