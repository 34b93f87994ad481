/** What is loaded of one ranked list so far. */
export type RankedList<Item> = { items: readonly Item[]; isComplete: boolean };

/**
 * Merges ranked lists of several chains. An item is only answered once no list can still hold a
 * higher one: what stands below the last loaded item of an incomplete list waits.
 */
export function mergeRanked<Item>(
  lists: readonly RankedList<Item>[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  const all = lists.flatMap(({ items }) => items).sort(compare);
  const bounds = lists.filter(({ isComplete }) => !isComplete).map(({ items }) => items.at(-1));
  // They are in order: what may be shown is a beginning, so looking for its end is enough.
  const end = all.findLastIndex((item) =>
    bounds.every((bound) => bound === undefined || compare(item, bound) <= 0),
  );
  return all.slice(0, end + 1);
}
