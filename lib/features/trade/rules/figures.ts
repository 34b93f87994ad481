import { ethOfTokens, tokensOfEth } from "@/lib/features/market/rules/market-cap";
import type { TradeSide } from "./encode-trade";

const BPS = 10_000n;

/** Fee and price impact of a quote. */
export type TradeFigures = {
  /** Trading fee of the hook, in wei. */
  feeWei: bigint;
  /** Price impact without the fee, relative to the pool's current price; 100 = 1%. */
  priceImpactBps: number;
};

/**
 * Fee and price impact of a quoted trade.
 * @param quote.sqrtPriceX96 the pool's price before the trade (tokens per ETH), Q64.96
 * @param quote.feeBps the hook's fee as a share of the gross ETH side
 */
export function tradeFigures(quote: {
  side: TradeSide;
  amountIn: bigint;
  amountOut: bigint;
  sqrtPriceX96: bigint;
  feeBps: bigint;
}): TradeFigures {
  const { side, amountIn, amountOut, sqrtPriceX96, feeBps } = quote;
  if (side === "buy") {
    const feeWei = (amountIn * feeBps) / BPS;
    const expected = tokensOfEth(sqrtPriceX96, amountIn - feeWei);
    return { feeWei, priceImpactBps: shortfallBps(expected, amountOut) };
  }
  const grossWei = (amountOut * BPS) / (BPS - feeBps);
  return {
    feeWei: grossWei - amountOut,
    priceImpactBps: shortfallBps(tokensWorthWei(sqrtPriceX96, amountIn), grossWei),
  };
}

/**
 * ETH that tokens are worth at a price, before fee and price impact; 0 without a price.
 * @param sqrtPriceX96 the pool's price (tokens per ETH), Q64.96
 */
export function tokensWorthWei(sqrtPriceX96: bigint, tokens: bigint): bigint {
  return sqrtPriceX96 === 0n ? 0n : ethOfTokens(sqrtPriceX96, tokens);
}

/** The part of a buy's fee that launch protection adds, in wei; 0 for sales. */
export function protectionFeeWei(
  quote: { side: TradeSide; amountIn: bigint; feeWei: bigint },
  tradingFeeBps: bigint,
): bigint {
  if (quote.side === "sell") return 0n;
  const addedWei = quote.feeWei - (quote.amountIn * tradingFeeBps) / BPS;
  return addedWei > 0n ? addedWei : 0n;
}

/** Basis points by which `received` is below `expected`; never negative. */
function shortfallBps(expected: bigint, received: bigint): number {
  if (expected <= received || expected === 0n) return 0;
  return Number(((expected - received) * BPS) / expected);
}

export type ImpactLevel = "none" | "notable" | "severe";

/** From 3% the page shows a warning; from 15% the user must confirm. */
export function impactLevel(priceImpactBps: number): ImpactLevel {
  if (priceImpactBps >= 1_500) return "severe";
  return priceImpactBps >= 300 ? "notable" : "none";
}

/** Minimum output when the price may still move by `slippageBps`. */
export function minimumReceived(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}
