"use client";

import { useState } from "react";
import { type PriceFloor, withQuote } from "@/lib/web/trade/run/price-floor";

/**
 * The least output of an order that the user has seen, across refreshed quotes.
 * @param order identifies the order; null while there is none, which forgets what was seen
 * @param quoted the quote that can be traded on; null while there is none
 */
export function usePriceFloor(
  order: string | null,
  quoted: { amountOut: bigint; minimumOut: bigint } | null,
) {
  const [seen, setSeen] = useState<PriceFloor | null>(null);
  const known = order === null ? null : seen;
  const { floor, isWorse } =
    order === null || quoted === null
      ? { floor: known, isWorse: false }
      : withQuote(known, order, quoted);
  if (floor !== seen) setSeen(floor);
  const isApplied = quoted !== null && !isWorse;
  return {
    isWorse,
    /** Least amount that the trade must return; null while the quote cannot be traded on. */
    minimumOut: isApplied && floor !== null ? floor.minimumOut : null,
    /** Forgets what was seen: the price that is shown next is the user's choice. */
    accept: () => setSeen(null),
  };
}
