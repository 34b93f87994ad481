/** Parts of a list in its order, each with at most `most` entries. */
export function slicesOf<Entry>(list: readonly Entry[], most: number): Entry[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, index) =>
    list.slice(index * most, (index + 1) * most),
  );
}
