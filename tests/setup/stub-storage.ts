import { vi } from "vitest";

/** Replaces the storage of a browser until `vi.unstubAllGlobals`. @returns its content */
export function stubStorage(): Map<string, string> {
  const held = new Map<string, string>();
  vi.stubGlobal("window", {
    addEventListener: () => {},
    localStorage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => held.set(key, text),
      removeItem: (key: string) => held.delete(key),
    },
  });
  return held;
}
