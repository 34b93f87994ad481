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

/** A search term, and where its owner is in a list of the caller. */
export type Term = { term: string; place: number };
export type SortedTerm = Term & {
  /** How many letters at its start are those of the term before it in the list. */
  shared: number;
  /** Its letters as bits; some letters share a bit. */
  letters: number;
};

/** Sorts by UTF-16 code units, as `<` does, so that terms with a common start are neighbours. */
export function sortTerms(terms: readonly Term[]): SortedTerm[] {
  const sorted = [...terms].sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : 0));
  // Not as `{ ...item, shared }`: Node 20 reads such objects about a hundred times slower.
  return sorted.map(({ term, place }, at) => ({
    term,
    place,
    shared: sharedLetters(sorted[at - 1]?.term ?? "", term),
    letters: lettersOf(term),
  }));
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}

/** How many letters two texts have in common at their start. */
function sharedLetters(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.charCodeAt(count) === b.charCodeAt(count)) count += 1;
  return count;
}

/**
 * One column of the usual table of edit distances, for a prefix of a term. The bits record whether a row
 * is higher or lower than the row above it, and whether its diagonal step is free.
 */
type Column = {
  higher: number;
  lower: number;
  diagonal: number;
  /** Positions of the column's letter in the text. */
  equal: number;
  /** Of the text to this prefix. */
  distance: number;
  /** Of the text to this prefix or a shorter one. */
  least: number;
};

/**
 * Computes the Damerau-Levenshtein distance (optimal string alignment) between a text of 1 to 32
 * letters and the closest prefix of each term, at most `max`; calls `found` for each term within it.
 * A column is computed as bits of numbers (H. Hyyrö, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", 2003), and once for neighbours that share the prefix. A
 * prefix that no further letter can bring closer ends the work for all terms that begin with it.
 */
export function findSimilar(
  text: string,
  sorted: readonly SortedTerm[],
  max: number,
  found: (term: SortedTerm, typos: number) => void,
): void {
  const places = placesOf(text);
  const letters = lettersOf(text);
  const most = text.length + max;
  const { length } = text;
  let last: Column = {
    higher: -1,
    lower: 0,
    diagonal: 0,
    equal: 0,
    distance: length,
    least: length,
  };
  const path = [last];
  /** The columns of the path that belong to the current term. */
  let known = 0;
  /** The number of columns at which the path ended. */
  let end = Number.POSITIVE_INFINITY;
  for (const item of sorted) {
    known = Math.min(known, item.shared);
    // Each letter of the text that the term lacks takes an edit.
    if (countBits(letters & ~item.letters) > max) continue;
    last = path[known] ?? last;
    if (known < end) {
      end = most;
      const columns = Math.min(item.term.length, most);
      while (known < columns) {
        last = nextColumn(last, places.get(item.term.charCodeAt(known)) ?? 0, length);
        known += 1;
        path[known] = last;
        if (!canImprove(last, known, { length, max })) end = known;
        if (known === end) break;
      }
    }
    if (last.least <= max) found(item, last.least);
  }
}

/** The bits of the places at which a text has each letter. */
function placesOf(text: string): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    places.set(code, (places.get(code) ?? 0) | (1 << at));
  }
  return places;
}

function nextColumn(before: Column, equal: number, length: number): Column {
  const { higher, lower } = before;
  const swapped = ((~before.diagonal & equal) << 1) & before.equal;
  const diagonal = (((equal & higher) + higher) ^ higher) | equal | lower | swapped;
  const right = lower | ~(diagonal | higher);
  const left = diagonal & higher;
  const bottom = 1 << (length - 1);
  const step = (right & bottom) !== 0 ? 1 : (left & bottom) !== 0 ? -1 : 0;
  const distance = before.distance + step;
  const shifted = (right << 1) | 1;
  return {
    higher: (left << 1) | ~(diagonal | shifted),
    lower: shifted & diagonal,
    diagonal,
    equal,
    distance,
    least: Math.min(before.least, distance),
  };
}

/**
 * Whether a longer prefix may be closer than those before: only if a row of the column is. Rows
 * farther from the diagonal than the wanted distance are not.
 */
function canImprove(
  { higher, lower, least }: Column,
  column: number,
  { length, max }: { length: number; max: number },
): boolean {
  const wanted = Math.min(max, least - 1);
  const first = Math.max(0, column - wanted);
  const above = 2 ** first - 1;
  let value = column + countBits(higher & above) - countBits(lower & above);
  const lastRow = Math.min(length, column + wanted);
  for (let row = first; row <= lastRow; row += 1) {
    if (value <= wanted) return true;
    value += ((higher >>> row) & 1) - ((lower >>> row) & 1);
  }
  return false;
}
