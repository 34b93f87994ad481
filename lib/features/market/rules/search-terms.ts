const WORDS_MAX = 8;
const TERM_LENGTH_MAX = 100;
/** Longer queries are refused: even a link to a token is shorter. */
export const QUERY_LENGTH_MAX = 2_048;

/** A text as it is searched: without letter case, in one Unicode form. */
export function normalizeText(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim().slice(0, TERM_LENGTH_MAX);
}

/**
 * What a token is found by: the beginnings of these. Its name from each of its first words on, its
 * symbol, its address.
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

/** `texts` are the spellings that one query may mean, `bare` the one without `$` or quotes, all folded. */
export type Search =
  | { kind: "address"; address: `0x${string}` }
  | { kind: "words"; texts: readonly string[]; bare: string };

/** An address in a link or alone; longer hex is a transaction or a pool. */
const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/;
const BARE_ADDRESS = /^[0-9a-f]{40}$/;
/** What people type or copy around a name: `$GOAT`, `“Goat”`, `#goat,`. */
const AROUND = /^[$#@"'“‘(]+|[\s"'”’.,;:!?)]+$/gu;

/**
 * What a typed or pasted text searches for: an address wherever one stands in it, such as in a link to
 * a token's page or to a block explorer, else a name or symbol with or without `$`. Null for nothing.
 */
export function readSearch(query: string): Search | null {
  const whole = query.normalize("NFKC").toLowerCase().trim();
  const address = ADDRESS.exec(whole)?.[0] ?? (BARE_ADDRESS.test(whole) ? `0x${whole}` : null);
  if (address !== null) return { kind: "address", address: `0x${address.slice(2)}` };
  const typed = normalizeText(query).replaceAll(/\s+/gu, " ");
  if (typed === "") return null;
  const bare = typed.replaceAll(AROUND, "");
  if (bare === "") return { kind: "words", texts: [typed], bare: typed };
  return { kind: "words", texts: [...new Set([typed, bare, `$${bare}`])], bare };
}
