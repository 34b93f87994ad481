/** The least output that the user has seen for an order, in smallest units. */
export type PriceFloor = { order: string; minimumOut: bigint };

/** A quote that is shown: its output, and the minimum that the slippage allows. */
type Quoted = { amountOut: bigint; minimumOut: bigint };

/**
 * Quotes refresh under the button. A trade never ends below the best minimum that was shown for its
 * order, however many small steps the price has fallen since.
 * @param order identifies the order; another one starts anew
 * @returns the floor with the shown quote; `isWorse` when even its output is below what was seen, so
 * that the user has to accept the new price
 */
export function withQuote(
  floor: PriceFloor | null,
  order: string,
  quoted: Quoted,
): { floor: PriceFloor; isWorse: boolean } {
  const { amountOut, minimumOut } = quoted;
  if (floor?.order !== order) return { floor: { order, minimumOut }, isWorse: false };
  if (amountOut < floor.minimumOut) return { floor, isWorse: true };
  const isHigher = minimumOut > floor.minimumOut;
  return { floor: isHigher ? { order, minimumOut } : floor, isWorse: false };
}
