/** Fraction digits of a percent change. */
export const CHANGE_DIGITS = 6;

/**
 * Percent change of a token's price, times 10^6, truncated. The price is the inverse square of the
 * pool's square root price, so it rises as that falls.
 * @param referenceSqrtPriceX96 the earlier square root price of the pool
 * @param sqrtPriceX96 the current one
 */
export function priceChangeE6(referenceSqrtPriceX96: bigint, sqrtPriceX96: bigint): bigint {
  const then = referenceSqrtPriceX96 * referenceSqrtPriceX96;
  const now = sqrtPriceX96 * sqrtPriceX96;
  if (now <= 0n) throw new RangeError("sqrtPriceX96 must be positive");
  return ((then - now) * 100_000_000n) / now;
}
