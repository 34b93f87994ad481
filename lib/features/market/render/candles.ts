import type { ServiceContext } from "@/lib/context";
import { formatPrice } from "@/lib/features/market/rules/market-cap";
import { formatWei } from "@/lib/shared/text/decimal";
import type { CandleRow } from "../rules/candles";
import type { Candle } from "../schema/price";
import { renderUsd } from "./market";

/** Candles of `seconds` with their close in dollars, at the rate of each bucket's end. */
export async function renderCandles(
  ctx: Pick<ServiceContext, "market">,
  chainId: number,
  { seconds, candles }: { seconds: number; candles: readonly CandleRow[] },
): Promise<Candle[]> {
  const times = candles.map(({ start }) => start + seconds - 1);
  const rates = (await ctx.market.readEthRates({ chainId, times })).values();
  return candles.map((candle) => renderCandle(candle, rates.next().value ?? null));
}

/** @param ethUsdE18 dollars per ETH times 10^18 at the end of the candle; null without a rate */
export function renderCandle(
  candle: Omit<CandleRow, "firstBlock">,
  ethUsdE18: bigint | null,
): Candle {
  const close = formatWei(candle.closeWei);
  return {
    timestamp: candle.start,
    open: formatWei(candle.openWei),
    high: formatWei(candle.highWei),
    low: formatWei(candle.lowWei),
    close,
    closeUSDC: renderUsd(candle.closeWei, ethUsdE18),
    volume: formatWei(candle.volumeWei),
    marketCap: close,
    price: formatPrice(candle.sqrtPriceX96),
  };
}
