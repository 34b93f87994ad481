import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { formatPrice } from "@/lib/features/market/rules/market-cap";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/text/decimal";
import type { getTokenPrice as operation } from "../operations/market";
import { renderCandle } from "../render/candles";
import { renderDayVolume, renderPrice, renderTrading } from "../render/market";
import { isOpen, renderMeta, renderStart, unixSeconds } from "../render/token";
import type { StoredInterval } from "../rules/candles";
import { DAY } from "../rules/day-window";
import type { TokenPrice } from "../schema/price";
import { tokenNotFound } from "../token-not-found";

/** Seconds covered by each series of the price history. Source: docs/decisions.md, "Data API". */
const WINDOWS = { daily: 7 * DAY, hourly: DAY, minutely: 3 * 3_600, secondly: 300 } as const;

/**
 * Data API: the price and price history of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenPrice({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenPrice> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const now = unixSeconds(ctx);
  const { since, timeRanges } = windowsAt(now);
  const found = await ctx.market.findTokenPrice({
    chainId: chain.chainId,
    address: tokenAddress,
    now,
    since,
  });
  if (found === null) throw tokenNotFound(chain, tokenAddress);
  const { token, history } = found;
  const price = renderPrice(token);
  const candlesOf = (seconds: StoredInterval) =>
    history[seconds].map((candle) => renderCandle(candle, candle.ethUsdE18));
  return {
    tokenAddress,
    price: {
      current: price.marketCapETH,
      priceETH: formatPrice(token.sqrtPriceX96),
      priceChange24hPercentage: Number(price.priceChange24h),
      allTimeHigh: formatWei(token.allTimeHighWei),
      allTimeLow: formatWei(token.allTimeLowWei),
      ...price,
    },
    volume: {
      ...renderDayVolume(token),
      volume7d: formatWei(token.volume7dWei),
      volumeUSDC7d: token.volume7dUsdE18 === null ? null : formatWei(token.volume7dUsdE18),
    },
    trading: renderTrading(token),
    priceHistory: {
      daily: candlesOf(86_400).map((candle) => ({ ...candle, date: candle.timestamp / DAY })),
      hourly: candlesOf(3_600),
      minutely: candlesOf(60),
      secondly: candlesOf(1),
    },
    status: {
      isActive: isOpen(ctx, token),
      createdAt: token.createdAt,
      ...renderStart(ctx, token),
      owner: token.owner,
    },
    meta: { ...renderMeta(ctx, chain), timeRanges },
  };
}

/** Start of each series: by bucket length, and under its name on the wire. */
function windowsAt(now: number) {
  const timeRanges = {
    dailyStart: now - WINDOWS.daily,
    hourlyStart: now - WINDOWS.hourly,
    minutelyStart: now - WINDOWS.minutely,
    secondlyStart: now - WINDOWS.secondly,
  };
  const { dailyStart, hourlyStart, minutelyStart, secondlyStart } = timeRanges;
  const since = { 1: secondlyStart, 60: minutelyStart, 3600: hourlyStart, 86400: dailyStart };
  return { since, timeRanges };
}
