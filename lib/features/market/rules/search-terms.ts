const WORDS_MAX = 8;
const TERM_LENGTH_MAX = 100;
/** Longer queries are rejected; links to tokens are shorter. */
export const QUERY_LENGTH_MAX = 2_048;

/** Half of a surrogate pair at the end of a text. The database would store the same for all of them. */
const CUT_PAIR = /[\ud800-\udbff]$/;

/** Normalizes a text for search: lower case, Unicode NFKC, cut between two characters. */
export function normalizeText(text: string): string {
  const whole = text.normalize("NFKC").toLowerCase().trim();
  return whole.slice(0, TERM_LENGTH_MAX).replace(CUT_PAIR, "");
}

/**
 * Search terms of a token, matched by prefix: its name from each of its first words, symbol and
 * address.
 */
export function searchTerms(token: { name: string; symbol: string; address: string }): string[] {
  const words = normalizeText(token.name)
    .split(/\s+/u)
    .filter((word) => word !== "");
  const tails = words.slice(0, WORDS_MAX).map((_, at) => words.slice(at).join(" "));
  return [...new Set([...tails, normalizeText(token.symbol), token.address.toLowerCase()])].filter(
    (term) => term !== "",
  );
}

/**
 * Part of the token that a term is, by how the token ranks if the term is the searched text: 2 for the symbol
 * plus 1 for the whole name, and 0 for another term.
 * @param term one of `searchTerms`
 */
export function termKind(term: string, token: { name: string; symbol: string }): number {
  const isName = term === normalizeText(token.name).split(/\s+/u).join(" ");
  const isSymbol = term === normalizeText(token.symbol);
  return (isSymbol ? 2 : 0) + (isName ? 1 : 0);
}

/** A parsed query, normalized. `texts`: possible spellings; `bare`: without `$` and quotes. */
export type Search =
  | { kind: "address"; address: `0x${string}` }
  | { kind: "text"; texts: readonly string[]; bare: string };

/** An address, alone or in a link; longer hex is a transaction or a pool. */
const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/;
const BARE_ADDRESS = /^[0-9a-f]{40}$/;
/** Characters around a name that are ignored: `$GOAT`, `“Goat”`, `#goat,`. */
const SURROUNDING = /^[$#@"'“‘(]+|[\s"'”’.,;:!?)]+$/gu;

/**
 * Parses a query: an address, alone or in a link to a token page or block explorer; otherwise a
 * name or symbol with or without `$`. Null for an empty query.
 */
export function readSearch(query: string): Search | null {
  const whole = query.normalize("NFKC").toLowerCase().trim();
  const address = ADDRESS.exec(whole)?.[0] ?? (BARE_ADDRESS.test(whole) ? `0x${whole}` : null);
  if (address !== null) return { kind: "address", address: `0x${address.slice(2)}` };
  const typed = normalizeText(query).replaceAll(/\s+/gu, " ");
  if (typed === "") return null;
  const bare = typed.replaceAll(SURROUNDING, "");
  if (bare === "") return { kind: "text", texts: [typed], bare: typed };
  return { kind: "text", texts: [...new Set([typed, bare, `$${bare}`])], bare };
}
