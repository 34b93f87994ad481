import type { Reader } from "./reads/reader";
import { createStore } from "./wallet/create-store";

/** More are only there when earlier ones were never looked at again. */
const MAX = 20;

/**
 * What this browser's wallets have sent and the chain has not decided, across reloads. Each is stored
 * by itself, so a tab never drops that of another one.
 * @param idOf identifies one, also once more is known of it
 */
export function createPendingList<T>(key: string, schema: Reader<T[]>, idOf: (one: T) => string) {
  const kept = createStore(key, schema);
  const without = (all: readonly T[] | null, gone: T) =>
    (all ?? []).filter((one) => idOf(one) !== idOf(gone));
  return {
    /** The last one that fits; null if there is none. */
    last(fits: (one: T) => boolean): T | null {
      return (kept.read() ?? []).findLast(fits) ?? null;
    },
    /** Adds one, or what has become known of it. */
    keep(one: T): void {
      kept.change((all) => [...without(all, one), one].slice(-MAX));
    },
    forget(one: T): void {
      kept.change((all) => {
        const left = without(all, one);
        return left.length === 0 ? null : left;
      });
    },
    clear: () => kept.write(null),
  };
}
