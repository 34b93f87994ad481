import type { ServiceContext } from "../../context";
import { foldText } from "../../domain/search-terms";
import type { searchTokens as operation } from "../../operations/data-search";
import type { InputOf } from "../../operations/operation";
import type { SearchResult } from "../../schemas/data-search";
import { renderMeta, renderWithStats } from "./render-token";
import { requireDataChain } from "./require-data-chain";

/**
 * Extension: tokens by the beginning of their name, symbol or address.
 * @throws AppError invalid_parameters
 */
export async function searchTokens({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<SearchResult> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { q, limit } = input.query;
  const text = foldText(q);
  const rows =
    text === "" ? [] : await ctx.market.searchTokens({ chainId: chain.chainId, text, limit });
  return { data: rows.map((row) => renderWithStats(ctx, row)), meta: renderMeta(ctx, chain) };
}
