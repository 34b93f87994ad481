/** Loaded part of one ranked list. */
export type RankedList<Item> = { items: readonly Item[]; isComplete: boolean };

/**
 * Merges ranked lists of several chains. Items below all loaded items of an incomplete list are held
 * back, because that list may still have a higher one. Its lowest item need not be the last: events
 * change values in place.
 */
export function mergeRanked<Item>(
  lists: readonly RankedList<Item>[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  const all = lists.flatMap(({ items }) => items).sort(compare);
  const bounds = lists
    .filter(({ isComplete }) => !isComplete)
    .map(({ items }) => items.toSorted(compare).at(-1));
  // The items are sorted, so the result is a prefix; find its end.
  const end = all.findLastIndex((item) =>
    bounds.every((bound) => bound === undefined || compare(item, bound) <= 0),
  );
  return all.slice(0, end + 1);
}
