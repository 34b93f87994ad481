import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { findTokens } from "./find-tokens";
import type { searchTokens as operation } from "./operations/search";
import { renderMeta, renderWithStats } from "./render-token";
import type { SearchResult } from "./schema/search";

/**
 * Extension: tokens by name, symbol, address, or a link that contains the address.
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
