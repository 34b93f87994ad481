import type { TradeSide } from "./encode-trade";

const Q192 = 1n << 192n;
const BPS = 10_000n;

/** What a quote means. Impacts and fees are basis points (100 = 1 %), amounts smallest units. */
export type TradeFigures = {
  /** Taken by the launchpad's hook, in ETH. */
  feeWei: bigint;
  /** How much worse than the pool's present price the trade is, without the fee. */
  priceImpactBps: number;
};

/**
 * Fee and price impact of a quoted trade.
 * @param quote.sqrtPriceX96 the pool's price before the trade (tokens per ETH), Q64.96
 * @param quote.feeBps the hook's fee, part of the gross ETH leg
 */
export function tradeFigures(quote: {
  side: TradeSide;
  amountIn: bigint;
  amountOut: bigint;
  sqrtPriceX96: bigint;
  feeBps: bigint;
}): TradeFigures {
  const { side, amountIn, amountOut, sqrtPriceX96, feeBps } = quote;
  const square = sqrtPriceX96 * sqrtPriceX96;
  if (side === "buy") {
    const feeWei = (amountIn * feeBps) / BPS;
    return {
      feeWei,
      priceImpactBps: shortfallBps(((amountIn - feeWei) * square) / Q192, amountOut),
    };
  }
  const grossWei = (amountOut * BPS) / (BPS - feeBps);
  return {
    feeWei: grossWei - amountOut,
    priceImpactBps: square === 0n ? 0 : shortfallBps((amountIn * Q192) / square, grossWei),
  };
}

/** By how many basis points `got` falls short of `expected`; never negative. */
function shortfallBps(expected: bigint, got: bigint): number {
  if (expected <= got || expected === 0n) return 0;
  return Number(((expected - got) * BPS) / expected);
}

export type ImpactLevel = "none" | "notable" | "severe";

/** From 3 % on a person should see it, from 15 % on confirm it. */
export function impactLevel(priceImpactBps: number): ImpactLevel {
  if (priceImpactBps >= 1_500) return "severe";
  return priceImpactBps >= 300 ? "notable" : "none";
}

/** The least that must come out when the price may still move by `slippageBps`. */
export function minimumReceived(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}
