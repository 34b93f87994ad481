import { describe, expect, it } from "vitest";
import { createSharedWindows, type Tally } from "@/lib/ratelimit/shared-windows";

const RULE = { quota: 10, windowSeconds: 60 };

/** What all processes share: counters by key. */
function createStore() {
  const totals = new Map<string, number>();
  return {
    isDown: false,
    totals,
    async report(tallies: readonly Tally[]): Promise<number[]> {
      if (this.isDown) throw new Error("down");
      return tallies.map(({ key, admitted }) => {
        totals.set(key, (totals.get(key) ?? 0) + admitted);
        return totals.get(key) ?? 0;
      });
    },
  };
}

function setUp(store = createStore()) {
  let at = 1_000_000 * 60_000;
  const failures: unknown[] = [];
  const windows = createSharedWindows({
    report: (tallies) => store.report(tallies),
    onFailure: (error) => failures.push(error),
    now: () => at,
  });
  const count = (times: number, bucket = "a") =>
    Array.from({ length: times }, () => windows.count("data", RULE, bucket)).filter(
      ({ admitted }) => admitted,
    ).length;
  return {
    store,
    windows,
    count,
    failures,
    advance: (seconds: number) => {
      at += seconds * 1000;
    },
  };
}

describe("shared windows", () => {
  it("admit exactly the quota in one process and say what is left and until when", () => {
    const { windows, count, advance } = setUp();
    expect(windows.count("data", RULE, "a")).toEqual({
      admitted: true,
      quota: 10,
      windowSeconds: 60,
      remaining: 9,
      resetSeconds: 60,
    });
    advance(17.5);
    expect(count(20)).toBe(9);
    expect(windows.count("data", RULE, "a")).toMatchObject({
      admitted: false,
      remaining: 0,
      resetSeconds: 43,
    });
    expect(count(20, "b")).toBe(10);
  });

  it("admit again exactly when they said", () => {
    const { windows, count, advance } = setUp();
    count(10);
    const { resetSeconds } = windows.count("data", RULE, "a");
    advance(resetSeconds);
    expect(count(1)).toBe(1);
  });

  it("learn of each other's callers by reporting", async () => {
    const store = createStore();
    const first = setUp(store);
    const second = setUp(store);
    expect(first.count(6)).toBe(6);
    await first.windows.flush();
    // Not known here yet: one more is admitted and reported.
    expect(second.count(1)).toBe(1);
    await second.windows.flush();
    expect(second.count(20)).toBe(3);
    await second.windows.flush();
    expect(first.count(1)).toBe(1);
    await first.windows.flush();
    expect(first.count(20)).toBe(0);
  });

  it("report each request once, refused ones never", async () => {
    const { windows, count, store } = setUp();
    count(25);
    await windows.flush();
    await windows.flush();
    expect([...store.totals.values()]).toEqual([10]);
  });

  it("go on counting while the store is down, and report later", async () => {
    const { windows, count, store, failures } = setUp();
    store.isDown = true;
    expect(count(4)).toBe(4);
    await windows.flush();
    expect(failures.length).toBeGreaterThan(0);
    expect(count(20)).toBe(6);
    store.isDown = false;
    await windows.flush();
    expect([...store.totals.values()]).toEqual([10]);
  });

  it("do not wait for a report to decide", async () => {
    let answer: (totals: number[]) => void = () => undefined;
    const windows = createSharedWindows({
      report: () => new Promise((resolve) => (answer = resolve)),
      onFailure: () => undefined,
      now: () => 0,
    });
    const rule = { quota: 100, windowSeconds: 60 };
    for (let i = 0; i < 3; i += 1) windows.count("data", rule, "a");
    const flushed = windows.flush();
    expect(windows.count("data", rule, "a")).toMatchObject({ admitted: true, remaining: 96 });
    answer([95]);
    await flushed;
    // 95 of all processes, and the one that is not reported yet.
    expect(windows.count("data", rule, "a")).toMatchObject({ admitted: true, remaining: 3 });
  });
});
