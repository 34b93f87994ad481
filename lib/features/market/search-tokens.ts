import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { findTokens } from "./find-tokens";
import type { searchTokens as operation } from "./operations/search";
import { renderMeta, renderOnce, renderWithStats, unixSeconds } from "./render/token";
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
  const now = unixSeconds(ctx);
  return { data: rows.map((row) => renderItem(ctx, row, now)), meta: renderMeta(ctx, chain) };
}

const renderItem = renderOnce(renderWithStats);
