/**
 * The items without repeats; of equal keys the first. Pages that were read at different times overlap when
 * an item moves down between them.
 */
export function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(keyOf(item)).size);
}
