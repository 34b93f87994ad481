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

const WAD = 10n ** 18n;
const HUNDREDTHS = 10_000n;

/**
 * Total supply in smallest units, derived from market cap and price.
 * @param price both in ETH as plain decimals
 */
export function supplyOf(price: { marketCapETH: string; priceETH: string }): bigint | null {
  const perToken = Number(price.priceETH);
  if (!(perToken > 0)) return null;
  const tokens = Number(price.marketCapETH) / perToken;
  return Number.isFinite(tokens) ? BigInt(Math.round(tokens)) * WAD : null;
}

/** Balance as a percentage of the supply, with two decimals, truncated. */
export function shareOfSupply(balance: string, supplyWei: bigint): number {
  if (supplyWei === 0n) return 0;
  const hundredths = Number((BigInt(balance) * HUNDREDTHS) / supplyWei);
  return Math.min(100, hundredths / 100);
}
