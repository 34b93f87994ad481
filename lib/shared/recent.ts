/** A bounded cache of results by key. */
export type Recent<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** Never more than the maximum. */
  size(): number;
};

/**
 * Caches at most `max` results in two generations: when the newer one is full, the older one is
 * dropped. A hit costs one map lookup and a new key one insertion, less than an exact LRU. A hit in
 * the older generation moves the key to the newer, so keys in use survive.
 */
export function createRecent<V>(max: number): Recent<V> {
  const generationMax = Math.max(1, Math.floor(max / 2));
  let newer = new Map<string, V>();
  let older = new Map<string, V>();

  function set(key: string, value: V): void {
    if (newer.size >= generationMax) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, value);
  }

  return {
    set,
    size: () => newer.size + older.size,
    get(key) {
      const known = newer.get(key);
      if (known !== undefined) return known;
      const old = older.get(key);
      if (old === undefined) return undefined;
      older.delete(key);
      set(key, old);
      return old;
    },
  };
}
