import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/shared/errors";
import type { DiskCache } from "@/lib/support/create-disk-cache";
import type { ObjectReader, StoredObject } from "./object-store";

/** Larger objects are read from the store by range. */
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
/** How long a cached object may be served after it was removed from the store. */
const FRESH_MS = 5 * 60_000;
/** Pause between two attempts to reach a store that is down. */
const RETRY_MS = 30_000;
const KNOWN_MAX = 20_000;

/**
 * Reads immutable objects through a cache on this disk. While the store is down, cached objects are
 * still served.
 */
export function createCachedReader(options: {
  store: ObjectReader;
  cache: DiskCache;
  now: () => number;
}): ObjectReader {
  const { store, cache, now } = options;
  const freshUntil = new LRUCache<string, number>({ max: KNOWN_MAX });
  const underWay = new Map<string, Promise<StoredObject | null>>();

  async function findCached(key: string, name: string): Promise<StoredObject | null> {
    const found = await cache.open(name);
    if (found === null) return null;
    const { sizeBytes } = found;
    return {
      sizeBytes,
      async *read(range = { start: 0, length: sizeBytes }) {
        if (range.length === 0) return;
        const kept = await cache.open(name);
        // Another request's object may have replaced it in the cache.
        const source = kept ?? (await store.open(key));
        if (source === null) throw new AppError("not_found");
        yield* source.read(range);
      },
    };
  }

  /** Reads from the store. Caches the object if it is small enough. */
  async function refresh(key: string, name: string): Promise<StoredObject | null> {
    const kept = await findCached(key, name);
    let found: StoredObject | null;
    try {
      found = await store.open(key);
    } catch (error) {
      if (kept === null) throw error;
      freshUntil.set(key, now() + RETRY_MS);
      return kept;
    }
    if (found === null) {
      await cache.remove(name);
      return null;
    }
    if (found.sizeBytes > CACHED_BYTES_MAX) return found;
    if (kept?.sizeBytes !== found.sizeBytes && !(await cache.putStream(name, found.read()))) {
      return found;
    }
    freshUntil.set(key, now() + FRESH_MS);
    return (await findCached(key, name)) ?? found;
  }

  async function open(key: string): Promise<StoredObject | null> {
    const name = nameOf(key);
    if ((freshUntil.get(key) ?? 0) > now()) {
      const kept = await findCached(key, name);
      if (kept !== null) return kept;
    }
    const known = underWay.get(key) ?? refresh(key, name);
    underWay.set(key, known);
    return known.finally(() => underWay.delete(key));
  }

  return {
    open,
    async has(key) {
      return (freshUntil.get(key) ?? 0) > now() || store.has(key);
    },
    async forget(key) {
      freshUntil.delete(key);
      await cache.remove(nameOf(key));
    },
  };
}

/** The name of an object's file in the cache. */
function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
