import type { ServiceContext } from "../../context";
import type { searchTokens as operation } from "../../operations/data-search";
import type { InputOf } from "../../operations/operation";
import type { SearchResult } from "../../schemas/data-search";
import { findTokens } from "./find-tokens";
import { renderMeta, renderWithStats } from "./render-token";
import { requireDataChain } from "./require-data-chain";

/**
 * Extension: tokens by name, symbol, address, or a link that holds the address.
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
  const rows = await findTokens(ctx, { chainId: chain.chainId, query: q, limit });
  return { data: rows.map((row) => renderWithStats(ctx, row)), meta: renderMeta(ctx, chain) };
}
