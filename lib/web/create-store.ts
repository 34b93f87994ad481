import type { Reader } from "./reads/reader";

/** A value that survives reloads, for React's `useSyncExternalStore`. */
export type StoredValue<T> = {
  /** Returns the same object until it changes. */
  read(): T | null;
  write(value: T | null): void;
  /**
   * Changes the value, also when another tab writes its own at this moment: `update` runs again on
   * what the other tab has written, so a second time it must change nothing.
   */
  change(update: (value: T | null) => T | null): void;
  subscribe(onChange: () => void): () => void;
};

/** Storage reaches other tabs with a delay. A tab that writes before then overwrites the change. */
const CONTESTED_MS = 1_000;

/**
 * A value in the browser's storage, shared by all tabs. A value that does not match the schema
 * counts as null; when storage is blocked the value lasts as long as the page.
 */
export function createStore<T>(key: string, schema: Reader<T>): StoredValue<T> {
  const listeners = new Set<() => void>();
  let current: T | null = null;
  /** The text that `current` was read from; undefined before the first read. */
  let held: string | null | undefined;
  /** Changes that another tab may still overwrite. */
  let contested: { update: (value: T | null) => T | null; until: number }[] = [];

  function load(): void {
    try {
      const text = window.localStorage.getItem(key);
      if (text === held) return;
      held = text;
      current = null;
      const parsed = schema.safeParse(JSON.parse(text ?? "null"));
      if (parsed.success) current = parsed.data;
    } catch {
      // Storage is blocked, or the value is not JSON.
    }
  }
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  /** Added by each use: the browser calls a listener once, however often it was added. */
  const onStorage = (event: StorageEvent) => {
    // Null: the user has cleared the storage.
    if (event.key === null) contested = [];
    else if (event.key !== key) return;
    changeAgain();
    notifyListeners();
  };

  function read(): T | null {
    // Other tabs may have changed it, and the event is late or has no listener.
    load();
    return current;
  }

  function write(value: T | null): void {
    current = value;
    try {
      const text = value === null ? null : JSON.stringify(value);
      if (text === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, text);
      held = text;
    } catch {
      // Storage is blocked or full: the value lasts as long as the page.
    }
    notifyListeners();
  }

  function changeAgain(): void {
    contested = contested.filter(({ until }) => performance.now() < until);
    const before = read();
    const after = contested.reduce((value, { update }) => update(value), before);
    if (JSON.stringify(after) !== JSON.stringify(before)) write(after);
  }

  return {
    read,
    write,
    change(update) {
      window.addEventListener("storage", onStorage);
      contested.push({ update, until: performance.now() + CONTESTED_MS });
      write(update(read()));
    },
    subscribe(onChange) {
      window.addEventListener("storage", onStorage);
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
  };
}
