import type { ServiceContext } from "@/lib/context";
import { readSearch } from "./rules/search-terms";
import type { TokenListRow } from "./store/market";

/**
 * Tokens that match a typed or pasted text, best first: by address, symbol or name. If nothing
 * begins with the text, tokens with similar names.
 */
export async function findTokens(
  ctx: Pick<ServiceContext, "market">,
  { chainId, query, limit }: { chainId: number; query: string; limit: number },
): Promise<TokenListRow[]> {
  const search = readSearch(query);
  if (search === null) return [];
  if (search.kind === "address") {
    return ctx.market.searchTokens({ chainId, texts: [search.address], limit });
  }
  const { texts, bare } = search;
  const found = await ctx.market.searchTokens({ chainId, texts, limit });
  if (found.length > 0) return found;
  return ctx.market.findSimilarTokens({ chainId, text: bare, limit });
}
