/** Shorter texts are similar to too many names. */
const LENGTH_MIN = 3;
/** Longer texts do not fit in the bits of a number. */
const LENGTH_MAX = 32;
/** From this length on, two typos are allowed. */
const LENGTH_OF_TWO = 8;

/**
 * Number of typos allowed in a search text: 0, 1 or 2, by length. None in an address prefix, because
 * a similar address is another token.
 */
export function typosAllowed(text: string): number {
  if (text.startsWith("0x")) return 0;
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX) return 0;
  return text.length < LENGTH_OF_TWO ? 1 : 2;
}

/** The letters of a text as bits of a number; some letters share a bit. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** A term and its `lettersOf`. */
export type SearchTerm = { term: string; letters: number };

/**
 * Prepares a text of 1 to 32 characters. The returned function computes the Damerau-Levenshtein
 * distance (optimal string alignment) between the text and the closest prefix of a term; null above
 * `max`. It computes a column of the usual table at once, as bits of numbers: H. Hyyrö, "A bit-vector
 * algorithm for computing Levenshtein and Damerau edit distances" (2003).
 */
export function prefixEditDistance(text: string): (term: SearchTerm, max: number) => number | null {
  const letters = lettersOf(text);
  const last = 1 << (text.length - 1);
  const places = new Map<number, number>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    places.set(code, (places.get(code) ?? 0) | (1 << at));
  }
  return ({ term, letters: ofTerm }, max) => {
    // Each letter of the text that the term lacks takes an edit.
    if (countBits(letters & ~ofTerm) > max) return null;
    const columns = Math.min(term.length, text.length + max);
    let [higher, lower, diagonal, before] = [-1, 0, 0, 0];
    let distance = text.length;
    let least = distance;
    for (let column = 0; column < columns; column += 1) {
      const equal = places.get(term.charCodeAt(column)) ?? 0;
      const swapped = ((~diagonal & equal) << 1) & before;
      diagonal = (((equal & higher) + higher) ^ higher) | equal | lower | swapped;
      const right = lower | ~(diagonal | higher);
      const left = diagonal & higher;
      if ((right & last) !== 0) distance += 1;
      else if ((left & last) !== 0) distance -= 1;
      const shifted = (right << 1) | 1;
      higher = (left << 1) | ~(diagonal | shifted);
      lower = shifted & diagonal;
      before = equal;
      if (distance < least) least = distance;
    }
    return least > max ? null : least;
  };
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}
