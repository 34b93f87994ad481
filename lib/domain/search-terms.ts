const WORDS_MAX = 8;
const TERM_LENGTH_MAX = 100;

/** A text as it is searched: without letter case, in one Unicode form. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim().slice(0, TERM_LENGTH_MAX);
}

/**
 * What a token is found by: the beginnings of these. Its name from each of its first words on, its
 * symbol, its address.
 */
export function searchTerms(token: { name: string; symbol: string; address: string }): string[] {
  const words = foldText(token.name)
    .split(/\s+/u)
    .filter((word) => word !== "");
  const tails = words.slice(0, WORDS_MAX).map((_, at) => words.slice(at).join(" "));
  return [...new Set([...tails, foldText(token.symbol), token.address.toLowerCase()])].filter(
    (term) => term !== "",
  );
}
