import type { CachePolicy } from "../operations/cache";

/** What is asked for: entries of one `group` are invalidated together. */
export type CacheKey = { id: string; group: string; policy: CachePolicy };
/**
 * A computed value of about `bytes`. Only what is to be stored answers others than those who waited
 * for it; `forget` takes the entry away, `pass` (a failure) leaves an older one where it is.
 */
export type Computed<T> = { value: T; bytes: number; fate: "store" | "forget" | "pass" };
/**
 * `hit`: fresh. `stale`: older, being computed anew in the background. `miss`: computed for this
 * request. `shared`: computed for another request that came first.
 */
export type CacheOutcome = "hit" | "stale" | "miss" | "shared";
export type Lookup<T> = { value: T; ageSeconds: number; outcome: CacheOutcome };

export type MicroCache<T> = {
  /** Answers at once when there is an answer, else a promise. Rejects only when `compute` does. */
  read(key: CacheKey, compute: () => Promise<Computed<T>>): Lookup<T> | Promise<Lookup<T>>;
  /** Nothing computed before now is answered any more; null means every group. */
  invalidate(group: string | null): void;
  size(): { entries: number; bytes: number };
};

type Entry<T> = { value: T; bytes: number; storedAt: number; generation: number };

/** Fixed cost of an entry beside its value. */
const ENTRY_BYTES = 1_024;

/**
 * A cache of answers for some seconds. Each key is computed once at a time, however many ask; past
 * its fresh time an entry is still answered for its stale time while it is computed anew; least
 * recently used entries go when it grows over `bytesMax` (0 stores nothing). After `invalidate` the
 * next request waits for a new value: what it says may not be older than what it was told.
 * @param options.now milliseconds
 */
export function createMicroCache<T>(options: {
  bytesMax: number;
  now: () => number;
}): MicroCache<T> {
  const { bytesMax, now } = options;
  const entries = new Map<string, Entry<T>>();
  const computing = new Map<string, { generation: number; done: Promise<Computed<T>> }>();
  const generations = new Map<string, number>();
  let everything = 0;
  let bytes = 0;

  const generationOf = (group: string) => everything + (generations.get(group) ?? 0);

  function remove(id: string): void {
    bytes -= entries.get(id)?.bytes ?? 0;
    entries.delete(id);
  }

  function store({ id, group }: CacheKey, computed: Computed<T>, generation: number): void {
    if (computed.fate === "pass" || generation !== generationOf(group)) return;
    remove(id);
    const size = computed.bytes + ENTRY_BYTES;
    if (computed.fate === "forget" || size > bytesMax) return;
    entries.set(id, { value: computed.value, bytes: size, storedAt: now(), generation });
    bytes += size;
    for (const oldest of entries.keys()) {
      if (bytes <= bytesMax) break;
      remove(oldest);
    }
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

  return {
    read(key, compute) {
      const entry = entries.get(key.id);
      if (entry !== undefined && entry.generation === generationOf(key.group)) {
        const ageMs = now() - entry.storedAt;
        const { fresh, stale } = key.policy;
        if (ageMs <= (fresh + stale) * 1000) {
          // Inserted anew, so that the map's order is by use.
          entries.delete(key.id);
          entries.set(key.id, entry);
          const ageSeconds = Math.floor(ageMs / 1000);
          if (ageMs <= fresh * 1000) return { value: entry.value, ageSeconds, outcome: "hit" };
          // Its failure is logged where it is computed; the entry goes on until its stale end.
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
    size: () => ({ entries: entries.size, bytes }),
  };
}
