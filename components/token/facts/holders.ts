import { toUnits } from "@/lib/web/format/scale-decimal";

/** Known addresses that are not users. */
type KnownContracts = { poolManager: string };

const BURN_ADDRESSES = new Set([
  "0x000000000000000000000000000000000000dEaD",
  "0x0000000000000000000000000000000000000000",
]);

/**
 * The label of a known contract or burn address; null for all others. Addresses are checksummed.
 */
export function labelOf(address: string, contracts: KnownContracts | null): string | null {
  if (BURN_ADDRESSES.has(address)) return "burned";
  return address === contracts?.poolManager ? "pool and wall" : null;
}

const MILLIONTHS = 100_000_000n;

/**
 * Balance as a percentage of the supply, with six decimals, truncated.
 * @param balance in smallest units
 * @param supply in tokens, exact
 */
export function shareOfSupply(balance: string, supply: string): number {
  const supplyWei = toUnits(supply);
  if (supplyWei === 0n) return 0;
  const millionths = Number((BigInt(balance) * MILLIONTHS) / supplyWei);
  return Math.min(100, millionths / 1_000_000);
}
