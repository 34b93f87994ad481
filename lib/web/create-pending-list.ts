import { createStore } from "./create-store";
import type { Reader } from "./reads/reader";

/** Longer lists contain only entries that no page reads again. */
const MAX = 20;

/**
 * Launches and wallet transactions that this browser sent and that are not final yet; stored across reloads. Every
 * change merges one entry into the stored list, so a tab never drops the entry of another tab.
 * @param idOf identifies an entry, also after it was updated
 */
export function createPendingList<T>(key: string, schema: Reader<T[]>, idOf: (one: T) => string) {
  const stored = createStore(key, schema);
  const without = (all: readonly T[] | null, gone: T) =>
    (all ?? []).filter((one) => idOf(one) !== idOf(gone));
  return {
    /** The newest entry that fits; null if there is none. */
    last(fits: (one: T) => boolean): T | null {
      return (stored.read() ?? []).findLast(fits) ?? null;
    },
    /** Adds an entry, or replaces the earlier version of it. */
    store(one: T): void {
      stored.change((all) => [...without(all, one), one].slice(-MAX));
    },
    forget(one: T): void {
      stored.change((all) => {
        const left = without(all, one);
        return left.length === 0 ? null : left;
      });
    },
    clear: () => stored.write(null),
  };
}
