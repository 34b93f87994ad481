import { LRUCache } from "lru-cache";
import type { CachePolicy } from "@/lib/operations/cache";

/** Identifies a value. Entries of one `group` are invalidated together. */
export type CacheKey = { id: string; group: string; policy: CachePolicy };
/**
 * A computed value of about `bytes`. Only a value with `store` is used for later requests; `remove`
 * drops the entry, `leave` (a failure) keeps an older one.
 */
export type Computed<T> = { value: T; bytes: number; decision: "store" | "remove" | "leave" };
/**
 * `hit`: fresh. `stale`: older, while a new one is computed in the background. `miss`: computed for
 * this request. `shared`: computed for an earlier request.
 */
export type CacheOutcome = "hit" | "stale" | "miss" | "shared";
export type Lookup<T> = { value: T; ageSeconds: number; outcome: CacheOutcome };

export type MicroCache<T> = {
  /** Synchronous when there is a value. Rejects only when `compute` does. */
  read(key: CacheKey, compute: () => Promise<Computed<T>>): Lookup<T> | Promise<Lookup<T>>;
  /** Whether there is a value that no request has to compute again. */
  isFresh(key: CacheKey): boolean;
  /** Drops values that were computed before now; null means every group. */
  invalidate(group: string | null): void;
  size(): { entries: number; bytes: number };
};

type Entry<T> = { value: T; bytes: number; storedAt: number; generation: number };

/** Fixed memory cost of an entry, in addition to its value. */
const ENTRY_BYTES = 1_024;

/**
 * Caches responses for a few seconds. Each key is computed once at a time. After its fresh time an
 * entry is still used for its stale time while a new one is computed. After `invalidate` the next
 * request waits for a new value.
 * @param options.bytesMax 0 stores nothing
 * @param options.now milliseconds
 */
export function createMicroCache<T>(options: {
  bytesMax: number;
  now: () => number;
}): MicroCache<T> {
  const { bytesMax, now } = options;
  const entries = new LRUCache<string, Entry<T>>({
    // The library rejects a size of 0.
    maxSize: Math.max(1, bytesMax),
    sizeCalculation: ({ bytes }) => bytes,
  });
  const computing = new Map<string, { generation: number; done: Promise<Computed<T>> }>();
  const generations = new Map<string, number>();
  let everything = 0;

  const generationOf = (group: string) => everything + (generations.get(group) ?? 0);

  function store({ id, group }: CacheKey, computed: Computed<T>, generation: number): void {
    if (computed.decision === "leave" || generation !== generationOf(group)) return;
    entries.delete(id);
    const bytes = computed.bytes + ENTRY_BYTES;
    if (computed.decision === "remove" || bytes > bytesMax) return;
    entries.set(id, { value: computed.value, bytes, storedAt: now(), generation });
  }

  function join(key: CacheKey, compute: () => Promise<Computed<T>>) {
    const generation = generationOf(key.group);
    const running = computing.get(key.id);
    if (running?.generation === generation) return { ...running, isFirst: false };
    const done = compute().then(
      (computed) => {
        finish();
        store(key, computed, generation);
        return computed;
      },
      (error: unknown) => {
        finish();
        throw error;
      },
    );
    const started = { generation, done };
    const finish = () => {
      if (computing.get(key.id) === started) computing.delete(key.id);
    };
    computing.set(key.id, started);
    return { ...started, isFirst: true };
  }

  function find({ id, group }: CacheKey): Entry<T> | null {
    const entry = entries.get(id);
    return entry?.generation === generationOf(group) ? entry : null;
  }

  return {
    isFresh(key) {
      const entry = find(key);
      return entry !== null && now() - entry.storedAt <= key.policy.fresh * 1000;
    },
    read(key, compute) {
      const entry = find(key);
      if (entry !== null) {
        const ageMs = now() - entry.storedAt;
        const { fresh, stale } = key.policy;
        if (ageMs <= (fresh + stale) * 1000) {
          const ageSeconds = Math.floor(ageMs / 1000);
          if (ageMs <= fresh * 1000) return { value: entry.value, ageSeconds, outcome: "hit" };
          // Failures are logged where they occur. The entry is used until its stale time ends.
          join(key, compute).done.catch(() => undefined);
          return { value: entry.value, ageSeconds, outcome: "stale" };
        }
      }
      const { done, isFirst } = join(key, compute);
      return done.then(({ value }) => ({
        value,
        ageSeconds: 0,
        outcome: isFirst ? "miss" : "shared",
      }));
    },
    invalidate(group) {
      if (group === null) everything += 1;
      else generations.set(group, (generations.get(group) ?? 0) + 1);
    },
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
