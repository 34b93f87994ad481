import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** What a token's page is called in tabs, messengers and search engines. */
export function tokenTitle(chain: ChainSlug, token: { name: string; symbol: string }): string {
  return `${token.name} (${token.symbol}) on ${CHAINS[chain].name}`;
}
