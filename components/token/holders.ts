/** What tells a holder apart from people. */
type KnownContracts = { poolManager: string };

const BURN_ADDRESSES = new Set([
  "0x000000000000000000000000000000000000dEaD",
  "0x0000000000000000000000000000000000000000",
]);

/** The name of a holder that is no person; null for everybody else. Addresses are checksummed. */
export function labelOf(address: string, contracts: KnownContracts | null): string | null {
  if (BURN_ADDRESSES.has(address)) return "burned";
  return address === contracts?.poolManager ? "pool and wall" : null;
}

const WAD = 10n ** 18n;
const HUNDREDTHS = 10_000n;

/**
 * Supply in smallest units, which is what market cap and price say together.
 * @param price both in ETH as plain decimals
 */
export function supplyOf(price: { marketCapETH: string; priceETH: string }): bigint | null {
  const perToken = Number(price.priceETH);
  if (!(perToken > 0)) return null;
  const tokens = Number(price.marketCapETH) / perToken;
  return Number.isFinite(tokens) ? BigInt(Math.round(tokens)) * WAD : null;
}

/** A balance in percent of the supply, with two decimals, cut. */
export function shareOfSupply(balance: string, supplyWei: bigint): number {
  if (supplyWei === 0n) return 0;
  const hundredths = Number((BigInt(balance) * HUNDREDTHS) / supplyWei);
  return Math.min(100, hundredths / 100);
}
