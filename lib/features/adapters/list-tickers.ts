import { zeroAddress } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { unixSeconds } from "@/lib/features/market/render/token";
import { ethOfTokens } from "@/lib/features/market/rules/market-cap";
import { poolReserves } from "@/lib/features/market/rules/pool-math";
import type { TickerRow } from "@/lib/features/market/store/adapters/list-tickers";
import type { InputOf } from "@/lib/operations/operation";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import type { listCoinGeckoTickers as operation } from "./operations";
import { renderPrice } from "./render-event";
import type { Tickers } from "./schema/tickers";

/**
 * Prices and 24-hour volumes of pools for CoinGecko, the largest volumes first.
 * @throws AppError invalid_parameters
 */
export async function listTickers({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<Tickers> {
  const { chainId } = requireDataChain(ctx, input.params.chain);
  const rows = await ctx.market.listTickers({ chainId, now: unixSeconds(ctx), ...input.query });
  return rows.map(toTicker);
}

function toTicker(row: TickerRow): Tickers[number] {
  const { token, poolId, sqrtPriceX96 } = row;
  return {
    ticker_id: `${token}_${zeroAddress}`,
    base_currency: token,
    target_currency: zeroAddress,
    pool_id: poolId,
    last_price: renderPrice(sqrtPriceX96),
    base_volume: formatWei(row.tokenVolumeWei),
    target_volume: formatWei(row.ethVolumeWei),
    liquidity_in_usd: liquidityUsd(row),
    // A lower price in tokens per ETH is a more expensive token.
    high: renderPrice(row.leastSqrtPriceX96 ?? sqrtPriceX96),
    low: renderPrice(row.mostSqrtPriceX96 ?? sqrtPriceX96),
  };
}

/** Value of the pool's reserves in US cents; null without a rate. */
function liquidityUsd(row: TickerRow): string | null {
  if (row.ethUsdE18 === null) return null;
  const { ethWei, tokenWei } = poolReserves(row);
  const valueWei = ethWei + ethOfTokens(row.sqrtPriceX96, tokenWei);
  return formatScaled((valueWei * row.ethUsdE18) / 10n ** 34n, 2);
}
