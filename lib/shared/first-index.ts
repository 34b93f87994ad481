/** The index of the first item of a sorted list for which `isFrom` holds; it holds for all after it. */
export function firstIndex<T>(list: readonly T[], isFrom: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item === undefined || isFrom(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
