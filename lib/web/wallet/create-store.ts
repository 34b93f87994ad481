import type { z } from "zod";

/** One value that outlives the page, as React's `useSyncExternalStore` reads it. */
export type StoredValue<T> = {
  /** The same object until it changes. */
  read(): T | null;
  write(value: T | null): void;
  subscribe(onChange: () => void): () => void;
};

/**
 * A value in the browser's storage, shared by all tabs. What does not fit the schema counts as none;
 * where storage is forbidden the value lives as long as the page.
 */
export function createStore<T>(key: string, schema: z.ZodType<T>): StoredValue<T> {
  const listeners = new Set<() => void>();
  let current: T | null | undefined;

  function load(): T | null {
    try {
      const parsed = schema.safeParse(JSON.parse(window.localStorage.getItem(key) ?? "null"));
      return parsed.success ? parsed.data : null;
    } catch {
      // Storage is forbidden, or holds something else.
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
        // Storage is forbidden or full: the value stays for this page.
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
