import { describe, expect, it } from "vitest";
import { type Computed, createMicroCache } from "@/lib/http/cache/micro-cache";

const KEY = { id: "list", group: "base", policy: { fresh: 2, stale: 10 } };

/** A cache with a test clock, and computations that end when the test resolves them. */
function setUp(bytesMax = 100_000) {
  let at = 0;
  const cache = createMicroCache<string>({ bytesMax, now: () => at });
  const started: ((value: string | Error) => void)[] = [];
  const compute = () =>
    new Promise<Computed<string>>((resolve, reject) => {
      started.push((value) => {
        if (value instanceof Error) reject(value);
        else resolve({ value, bytes: value.length, decision: "store" });
      });
    });
  return {
    cache,
    started,
    read: (key = KEY) => cache.read(key, compute),
    advance: (seconds: number) => {
      at += seconds * 1000;
    },
    async fill(value: string, key = KEY) {
      const reading = cache.read(key, compute);
      started.at(-1)?.(value);
      await reading;
    },
  };
}

describe("micro-cache", () => {
  it("computes once for simultaneous requests", async () => {
    const { read, started } = setUp();
    const readers = Array.from({ length: 100 }, () => read());
    expect(started).toHaveLength(1);
    started[0]?.("a");
    const answers = await Promise.all(readers);
    expect(answers.map(({ value }) => value)).toEqual(Array(100).fill("a"));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["miss", ...Array(99).fill("shared")]);
  });

  it("responds at once while fresh, with the age of the response", async () => {
    const { cache, fill, read, advance, started } = setUp();
    expect(cache.isFresh(KEY)).toBe(false);
    await fill("a");
    advance(2);
    expect(cache.isFresh(KEY)).toBe(true);
    expect(read()).toEqual({ value: "a", ageSeconds: 2, outcome: "hit" });
    expect(started).toHaveLength(1);
  });

  it("returns the stale value, revalidates once, then returns the new value", async () => {
    const { cache, fill, read, advance, started } = setUp();
    await fill("a");
    advance(3);
    expect(cache.isFresh(KEY)).toBe(false);
    for (let i = 0; i < 5; i += 1) {
      expect(read()).toEqual({ value: "a", ageSeconds: 3, outcome: "stale" });
    }
    expect(started).toHaveLength(2);
    started[1]?.("b");
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(read()).toEqual({ value: "b", ageSeconds: 0, outcome: "hit" });
  });

  it("waits for a new value once the old one is expired", async () => {
    const { fill, read, advance, started } = setUp();
    await fill("a");
    advance(12.1);
    const reading = read();
    started[1]?.("b");
    expect(await reading).toEqual({ value: "b", ageSeconds: 0, outcome: "miss" });
  });

  it.each(["base", null])("waits for a new value after invalidation of %s", async (group) => {
    const { cache, fill, read, started } = setUp();
    await fill("a");
    cache.invalidate(group);
    expect(cache.isFresh(KEY)).toBe(false);
    const reading = read();
    expect(started).toHaveLength(2);
    started[1]?.("b");
    expect(await reading).toMatchObject({ value: "b", outcome: "miss" });
  });

  it("keeps entries that an event of another chain does not affect", async () => {
    const { cache, fill, read } = setUp();
    await fill("a");
    cache.invalidate("base-sepolia");
    expect(read()).toMatchObject({ outcome: "hit" });
  });

  it("does not serve values that were computed before an invalidation", async () => {
    const { cache, read, started } = setUp();
    const before = read();
    cache.invalidate("base");
    const after = read();
    expect(started).toHaveLength(2);
    started[1]?.("new");
    started[0]?.("old");
    expect(await before).toMatchObject({ value: "old" });
    expect(await after).toMatchObject({ value: "new" });
    expect(read()).toMatchObject({ value: "new", outcome: "hit" });
  });

  it("returns a failure to waiting requests, and computes again for the next", async () => {
    const { read, started } = setUp();
    const readers = [read(), read()];
    started[0]?.(new Error("down"));
    for (const reader of readers) await expect(reader).rejects.toThrow("down");
    read();
    expect(started).toHaveLength(2);
  });

  it("serves the stale value when revalidation fails", async () => {
    const { fill, read, advance, started } = setUp();
    await fill("a");
    advance(5);
    read();
    started[1]?.(new Error("down"));
    await new Promise(setImmediate);
    expect(read()).toMatchObject({ value: "a", outcome: "stale" });
    expect(started).toHaveLength(3);
  });

  it.each([
    ["remove", "miss"],
    ["leave", "stale"],
  ] as const)("serves a value computed for %s to a %s", async (decision, outcome) => {
    const { cache, fill, read, advance } = setUp();
    await fill("a");
    advance(3);
    cache.read(KEY, async () => ({ value: "gone", bytes: 4, decision }));
    await new Promise(setImmediate);
    const next = read();
    if (next instanceof Promise) expect(outcome).toBe("miss");
    else expect(next).toMatchObject({ value: "a", outcome });
  });

  it("evicts the least recently used entry when full", async () => {
    const { cache, fill, read } = setUp(3 * 2_024);
    const key = (id: string) => ({ ...KEY, id });
    const value = "x".repeat(1_000);
    for (const id of ["1", "2", "3"]) await fill(value, key(id));
    expect(read(key("1"))).toMatchObject({ outcome: "hit" });
    await fill(value, key("4"));
    expect(cache.size()).toEqual({ entries: 3, bytes: 3 * 2_024 });
    expect(read(key("1"))).toMatchObject({ outcome: "hit" });
    expect(read(key("2"))).toBeInstanceOf(Promise);
  });

  it("stores nothing larger than its capacity, and nothing without capacity", async () => {
    for (const bytesMax of [0, 1_500]) {
      const { cache, fill } = setUp(bytesMax);
      await fill("x".repeat(1_000));
      expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
    }
  });
});
