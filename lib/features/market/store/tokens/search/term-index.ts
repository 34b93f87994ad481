import { findSimilar, sortTerms } from "@/lib/features/market/rules/similar-terms";
import { firstIndex } from "@/lib/shared/first-index";

/** How long an index is used. It decides only which rows a search reads; their order is current. */
export const TERM_INDEX_MS = 1_000;

/** More matches than this are found faster by comparing all terms than by sorting the matches. */
const RANGE_MAX = 100;

/** Finds tokens by their terms. Results are in the order of the tokens. */
export type TermIndex<Token> = {
  /** Those with a term that begins with one of the texts. */
  startingWith(texts: readonly string[]): Token[];
  /** Those with each number of typos, from none to `max`; see `findSimilar`. */
  similarTo(text: string, max: number): Token[][];
};

/** Indexes tokens by their search terms, normalized by `normalizeText`. */
export function indexTerms<Token extends { terms: readonly string[] }>(
  tokens: readonly Token[],
): TermIndex<Token> {
  const sorted = sortTerms(
    tokens.flatMap(({ terms }, place) => terms.map((term) => ({ term, place }))),
  );

  /** The places of the tokens; null for too many. */
  function findPlaces(texts: readonly string[]): Set<number> | null {
    const places = new Set<number>();
    for (const text of texts) {
      const first = firstIndex(sorted, ({ term }) => term >= text);
      for (let at = first; sorted[at]?.term.startsWith(text); at += 1) {
        places.add(sorted[at]?.place ?? 0);
        if (places.size > RANGE_MAX) return null;
      }
    }
    return places;
  }
  return {
    startingWith(texts) {
      const places = findPlaces(texts);
      if (places !== null) {
        return [...places].sort((a, b) => a - b).flatMap((place) => tokens[place] ?? []);
      }
      const isMatch = (term: string) => texts.some((text) => term.startsWith(text));
      return tokens.filter((token) => token.terms.some(isMatch));
    },
    similarTo(text, max) {
      const typosOf = new Uint8Array(tokens.length).fill(max + 1);
      findSimilar(text, sorted, max, ({ place }, typos) => {
        if (typos < (typosOf[place] ?? 0)) typosOf[place] = typos;
      });
      return Array.from({ length: max + 1 }, (_, typos) =>
        tokens.filter((_token, place) => typosOf[place] === typos),
      );
    },
  };
}
