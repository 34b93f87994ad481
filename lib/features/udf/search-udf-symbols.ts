import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { findTokens } from "@/lib/features/market/find-tokens";
import type { InputOf } from "@/lib/operations/operation";
import type { searchUdfSymbols as operation } from "./operations";
import { exchangeName } from "./rules/udf";
import type { UdfSearchResult } from "./schema";

/**
 * Extension: searches tokens for a chart; an empty text returns the largest ones.
 * @throws AppError invalid_parameters
 */
export async function searchUdfSymbols({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UdfSearchResult> {
  const { chainId } = requireDataChain(ctx, input.params.chain);
  const { query, type, exchange, limit } = input.query;
  const isOtherMarket =
    !["", "crypto"].includes(type) || !["", exchangeName(ctx.brand)].includes(exchange);
  if (isOtherMarket) return [];
  const rows =
    query.trim() === ""
      ? await ctx.market.listTokens({ chainId, order: "marketCap", limit, offset: 0 })
      : await findTokens(ctx, { chainId, query, limit });
  return rows.map(({ address: ticker, symbol, name }) => ({
    symbol: symbol || ticker,
    full_name: `${exchangeName(ctx.brand)}:${ticker}`,
    description: name,
    exchange: exchangeName(ctx.brand),
    ticker,
    type: "crypto",
  }));
}
