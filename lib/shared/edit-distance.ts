/** Shorter texts are similar to too many names. */
const LENGTH_MIN = 3;
/** From this length on, two typos are allowed. */
const LENGTH_OF_TWO = 8;

/**
 * Number of typos allowed in a search text: 0, 1 or 2, by length. None in an address prefix, because
 * a similar address is another token.
 */
export function typosAllowed(text: string): number {
  if (text.startsWith("0x")) return 0;
  if (text.length < LENGTH_MIN) return 0;
  return text.length < LENGTH_OF_TWO ? 1 : 2;
}

/** The letters of a text as bits of a number; some letters share a bit. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/**
 * A lower bound of the distance between two texts, from their letters: each letter that one of them
 * lacks takes an edit.
 */
export function countMissing(letters: number, of: number): number {
  let missing = letters & ~of;
  let count = 0;
  for (; missing !== 0; count += 1) missing &= missing - 1;
  return count;
}

/**
 * Damerau-Levenshtein distance (optimal string alignment) between `text` and the closest prefix of
 * `term`.
 * @param max returns null above this distance
 */
export function prefixEditDistance(text: string, term: string, max: number): number | null {
  const columns = Math.min(term.length, text.length + max);
  let above: number[] = [];
  let row = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let i = 1; i <= text.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= columns; j += 1) {
      const isSame = text[i - 1] === term[j - 1];
      const isSwapped =
        i > 1 && j > 1 && text[i - 1] === term[j - 2] && text[i - 2] === term[j - 1];
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(above, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...next) > max) return null;
    above = row;
    row = next;
  }
  const least = Math.min(...row);
  return least > max ? null : least;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
