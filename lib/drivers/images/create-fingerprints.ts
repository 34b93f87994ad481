import { LRUCache } from "lru-cache";

/** A fingerprint has 768 bytes, so these are some 20,000. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Fixed memory cost of an entry, in addition to its fingerprints. */
const ENTRY_BYTES = 1_024;

/** Fingerprints of the frames of stored images: decoding an animation may take a second. */
export function createFingerprints() {
  const known = new LRUCache<string, readonly Uint8Array[]>({
    maxSize: BYTES_MAX,
    sizeCalculation: (prints) =>
      prints.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES),
  });
  const underWay = new Map<string, Promise<readonly Uint8Array[] | null>>();

  return {
    /**
     * The cached fingerprints of an image, or the result of `compute`. Concurrent requests call `compute`
     * once. A null is not cached.
     * @param key identifies bytes that never change
     * @throws what `compute` throws
     */
    async read(
      key: string,
      compute: () => Promise<readonly Uint8Array[] | null>,
    ): Promise<readonly Uint8Array[] | null> {
      const found = known.get(key) ?? underWay.get(key);
      if (found !== undefined) return found;
      const computing = compute();
      underWay.set(key, computing);
      try {
        const prints = await computing;
        if (prints !== null) known.set(key, prints);
        return prints;
      } finally {
        underWay.delete(key);
      }
    },
  };
}
