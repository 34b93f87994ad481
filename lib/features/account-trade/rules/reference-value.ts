import { DAY } from "@/lib/features/market/rules/day-window";
import { seedLiquidity } from "@/lib/features/market/rules/pool-math";
import type { CandlePage } from "@/lib/features/market/store/market";
import { larger } from "@/lib/shared/bigint-min-max";

/** The length of the candles in seconds. */
export const REFERENCE_CANDLE = 60;
const HOUR = 3_600;

type Candle = Pick<CandlePage["candles"][number], "start" | "sqrtPriceX96">;
type Prices = Pick<CandlePage, "createdAt" | "startingSqrtPriceX96"> & {
  before: Candle | null;
  candles: readonly Candle[];
};

/**
 * Values tokens in wei: what their sale would return from the higher of the median prices of the last hour
 * and the last day, before the fee. The price impact counts, because a position can be a large part of
 * its pool: at the price alone it would count far above what it returns. A median changes only after a
 * price has held for half of its time, so that one trade right before a sale cannot move it.
 * @param page minute candles of the last day, oldest first
 * @param sale.now in Unix seconds
 */
export function referenceWei(page: Prices, sale: { amountIn: bigint; now: number }): bigint {
  const liquidity = seedLiquidity(page.startingSqrtPriceX96);
  const medianWei = (seconds: number) => {
    const price = medianPrice(page, sale.now - seconds, sale.now);
    return saleWei(price, { amountIn: sale.amountIn, liquidity });
  };
  return larger(medianWei(HOUR), medianWei(DAY));
}

/**
 * ETH that the pool's launch position pays for tokens, rounded down. Their sale raises the square root of
 * the price, which is in tokens per ETH.
 */
function saleWei(
  sqrtPriceX96: bigint,
  { amountIn, liquidity }: { amountIn: bigint; liquidity: bigint },
): bigint {
  const after = sqrtPriceX96 + (amountIn << 96n) / liquidity;
  return (amountIn << 192n) / (sqrtPriceX96 * after);
}

/** The median over time of the price's square root, from a time or the launch to now. */
function medianPrice(page: Prices, from: number, now: number): bigint {
  const since = Math.max(from, page.createdAt);
  const held: { price: bigint; seconds: number }[] = [];
  let price = page.before?.sqrtPriceX96 ?? page.startingSqrtPriceX96;
  let start = since;
  for (const candle of page.candles) {
    // A price counts from the end of its minute, so that the newest trades never count.
    const end = Math.min(candle.start + REFERENCE_CANDLE, now);
    if (end > start) held.push({ price, seconds: end - start });
    start = Math.max(start, end);
    if (end < now) price = candle.sqrtPriceX96;
  }
  if (now > start) held.push({ price, seconds: now - start });
  held.sort((a, b) => (a.price < b.price ? -1 : 1));
  let leftSeconds = Math.max(0, now - since) / 2;
  for (const one of held) {
    leftSeconds -= one.seconds;
    if (leftSeconds <= 0) return one.price;
  }
  return price;
}
