import { normalizeText, type Search, searchTerms } from "@/lib/features/market/rules/search-terms";
import type { StatListItem } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";

/** A search result. */
export type Hit = StatListItem & { chain: ChainSlug };

/** Match quality, best first. `similar` allows a typo. */
const FITS = ["symbol", "name", "beginning", "similar"] as const;
type Fit = (typeof FITS)[number];

/**
 * Merges the results of several chains: exact symbols, exact names, then prefixes, each by market
 * cap. Similar names only when no chain has any of these.
 */
export function rankHits(
  hits: readonly Hit[],
  search: Search,
): { hits: Hit[]; isSimilar: boolean } {
  const fitting = hits.map((hit) => ({ hit, fit: fitOf(hit, search) }));
  const isSimilar = fitting.every(({ fit }) => fit === "similar");
  const ranked = fitting
    .filter(({ fit }) => isSimilar || fit !== "similar")
    .sort(
      (a, b) =>
        FITS.indexOf(a.fit) - FITS.indexOf(b.fit) ||
        Number(b.hit.marketCapETH) - Number(a.hit.marketCapETH),
    );
  return { hits: ranked.map(({ hit }) => hit), isSimilar: isSimilar && ranked.length > 0 };
}

function fitOf(hit: Hit, search: Search): Fit {
  const { name, symbol, tokenAddress: address } = hit;
  if (search.kind === "address") return "symbol";
  const { texts } = search;
  if (texts.includes(normalizeText(symbol))) return "symbol";
  if (texts.includes(normalizeText(name))) return "name";
  const begins = searchTerms({ name, symbol, address }).some((term) =>
    texts.some((text) => term.startsWith(text)),
  );
  return begins ? "beginning" : "similar";
}
