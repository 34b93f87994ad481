import { normalizeText, type Search, searchTerms } from "@/lib/features/market/rules/search-terms";
import type { StatListItem } from "@/lib/features/market/schema/tokens";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** A search result. */
export type Hit = StatListItem & { chain: ChainSlug };

/** Match quality, best first. `similar` allows a typo. */
const FITS = ["symbol", "name", "beginning", "similar"] as const;
type Fit = (typeof FITS)[number];

/**
 * Merges the results of several chains: exact symbols, exact names, then prefixes, each by market
 * cap. Similar names only when no chain has any of these.
 * @param options.isPartial whether the results of a chain are missing, which may have one of these
 */
export function rankHits(
  hits: readonly Hit[],
  search: Search,
  options = { isPartial: false },
): { hits: Hit[]; isSimilar: boolean } {
  const fitting = hits.map((hit) => ({ hit, fit: fitOf(hit, search) }));
  const isSimilar = !options.isPartial && fitting.every(({ fit }) => fit === "similar");
  const ranked = fitting
    .filter(({ fit }) => isSimilar || fit !== "similar")
    .sort(
      (a, b) =>
        FITS.indexOf(a.fit) - FITS.indexOf(b.fit) ||
        Number(b.hit.marketCapETH) - Number(a.hit.marketCapETH),
    );
  return { hits: ranked.map(({ hit }) => hit), isSimilar: isSimilar && ranked.length > 0 };
}

/** Says on which of the searched chains the search failed; null for none. */
export function searchFailure(
  searched: readonly ChainSlug[],
  failed: readonly ChainSlug[],
): string | null {
  if (failed.length === 0) return null;
  const names = failed.map((chain) => CHAINS[chain].name).join(" and ");
  const place = failed.length === searched.length ? "" : ` on ${names}`;
  return `Search is unavailable${place}. Try again in a moment.`;
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
