import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** The title of a token's page in tabs, link previews and search results. */
export function tokenTitle(chain: ChainSlug, token: { name: string; symbol: string }): string {
  return `${token.name} (${token.symbol}) on ${CHAINS[chain].name}`;
}
