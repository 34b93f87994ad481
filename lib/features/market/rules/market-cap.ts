import { formatScaled } from "@/lib/shared/text/decimal";

const Q192 = 1n << 192n;
const E18 = 10n ** 18n;
const E36 = 10n ** 36n;

/**
 * ETH that tokens are worth at a price, before fee and price impact, rounded down; both have 18 decimals.
 * @param sqrtPriceX96 square root of the pool's price (tokens per ETH, currency0 is ETH), Q64.96
 */
export function ethOfTokens(sqrtPriceX96: bigint, tokens: bigint): bigint {
  return (Q192 * tokens) / (sqrtPriceX96 * sqrtPriceX96);
}

/** Tokens that ETH is worth at a price; see `ethOfTokens`. */
export function tokensOfEth(sqrtPriceX96: bigint, wei: bigint): bigint {
  return (wei * sqrtPriceX96 * sqrtPriceX96) / Q192;
}

/**
 * Market cap in wei of ETH, rounded down: ETH per token times supply, exactly `2^192 * supplyWei /
 * sqrtPriceX96^2` (token and ETH both have 18 decimals).
 * @param sqrtPriceX96 square root of the pool's price (tokens per ETH, currency0 is ETH), Q64.96
 * @param supplyWei current total supply in smallest units
 * @throws RangeError if the price is not positive or the supply is negative
 */
export function marketCapWei(sqrtPriceX96: bigint, supplyWei: bigint): bigint {
  assertPrice(sqrtPriceX96);
  if (supplyWei < 0n) throw new RangeError("supply must not be negative");
  return ethOfTokens(sqrtPriceX96, supplyWei);
}

/**
 * The size class of a market cap: its number of binary digits, so each class is twice the one before.
 * It changes rarely, so that an index can keep it.
 */
export function sizeClass(marketCapWei: bigint): number {
  return marketCapWei.toString(2).length;
}

/**
 * ETH for one whole token, times 10^36, rounded down.
 * @throws RangeError if the price is not positive
 */
export function priceEthE36(sqrtPriceX96: bigint): bigint {
  assertPrice(sqrtPriceX96);
  return ethOfTokens(sqrtPriceX96, E36);
}

/**
 * ETH per token as a decimal, rounded down to 18 fraction digits; below 1e-18 up to 36, of which at
 * most 18 are significant. Source: docs/decisions.md, "Data API".
 */
export function formatPrice(sqrtPriceX96: bigint): string {
  return formatEthE36(priceEthE36(sqrtPriceX96));
}

/** ETH times 10^36 with the digits of a price. */
export function formatEthE36(e36: bigint): string {
  return e36 >= E18 ? formatScaled(e36 / E18, 18) : formatScaled(e36, 36);
}

function assertPrice(sqrtPriceX96: bigint): void {
  if (sqrtPriceX96 <= 0n) throw new RangeError("sqrtPriceX96 must be positive");
}
