import type { ServiceContext } from "@/lib/context";
import { formatPrice } from "@/lib/features/market/rules/market-cap";
import { formatWei } from "@/lib/shared/decimal";
import { renderUsd } from "./render-market";
import type { CandleRow } from "./rules/candles";
import type { Candle } from "./schema/price";

/** Candles of one interval. */
export type Series = { seconds: number; candles: readonly CandleRow[] };

/** Candles with their close in dollars, at the rate of each bucket's end. */
export async function renderSeries(
  ctx: Pick<ServiceContext, "market">,
  chainId: number,
  series: readonly Series[],
): Promise<Candle[][]> {
  const times = series.flatMap(({ seconds, candles }) =>
    candles.map(({ start }) => start + seconds - 1),
  );
  const rates = (await ctx.market.readEthRates({ chainId, times })).values();
  return series.map(({ candles }) =>
    candles.map((candle) => renderCandle(candle, rates.next().value ?? null)),
  );
}

function renderCandle(candle: CandleRow, ethUsdE18: bigint | null): Candle {
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
