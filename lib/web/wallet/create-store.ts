import type { Reader } from "../reads/reader";

/** A value that survives reloads, for React's `useSyncExternalStore`. */
export type StoredValue<T> = {
  /** Returns the same object until it changes. */
  read(): T | null;
  write(value: T | null): void;
  subscribe(onChange: () => void): () => void;
};

/**
 * A value in the browser's storage, shared by all tabs. A value that does not match the schema
 * counts as null; when storage is blocked the value lasts as long as the page.
 */
export function createStore<T>(key: string, schema: Reader<T>): StoredValue<T> {
  const listeners = new Set<() => void>();
  let current: T | null | undefined;

  function load(): T | null {
    try {
      const parsed = schema.safeParse(JSON.parse(window.localStorage.getItem(key) ?? "null"));
      return parsed.success ? parsed.data : null;
    } catch {
      // Storage is blocked, or the value is not JSON.
      return null;
    }
  }
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    current = load();
    tell();
  };

  return {
    read() {
      if (current === undefined) current = load();
      return current;
    },
    write(value) {
      current = value;
      try {
        if (value === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is blocked or full: the value lasts as long as the page.
      }
      tell();
    },
    subscribe(onChange) {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}
