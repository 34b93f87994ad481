import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import type { InputOf } from "@/lib/operations/operation";
import type { getUdfSymbol as operation } from "./operations";
import { exchangeName, UDF_RESOLUTIONS } from "./rules/udf";
import type { UdfSymbol } from "./schema";

/** Price axis precision: 1e-8 ETH. */
const PRICE_SCALE = 100_000_000;

/**
 * Extension: returns a token as a chart symbol; the chart shows its market cap in ETH.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getUdfSymbol({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UdfSymbol> {
  const chain = requireDataChain(ctx, input.params.chain);
  const ticker = input.query.symbol;
  const token = await ctx.market.findToken({
    chainId: chain.chainId,
    address: ticker,
  });
  if (token === null) throw tokenNotFound(chain, ticker);
  return {
    name: token.symbol || ticker,
    ticker,
    description: token.name,
    type: "crypto",
    exchange: exchangeName(ctx.brand),
    listed_exchange: exchangeName(ctx.brand),
    session: "24x7",
    timezone: "Etc/UTC",
    format: "price",
    minmov: 1,
    pricescale: PRICE_SCALE,
    volume_precision: 8,
    currency_code: "ETH",
    data_status: "streaming",
    supported_resolutions: [...UDF_RESOLUTIONS],
    has_seconds: true,
    seconds_multipliers: ["1"],
    has_intraday: true,
    intraday_multipliers: ["1", "5", "15", "30", "60", "240"],
    has_daily: true,
    daily_multipliers: ["1"],
    has_weekly_and_monthly: false,
  };
}
