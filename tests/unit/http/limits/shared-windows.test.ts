import { describe, expect, it } from "vitest";
import { createSharedWindows, type Tally } from "@/lib/drivers/limits/shared-windows";
import { addressBuckets, subjectBuckets } from "@/lib/http/limits/buckets";

const RULE = { quota: 10, windowSeconds: 60 };

/** Shared counters by key. */
function createStore() {
  const totals = new Map<string, number>();
  return {
    isDown: false,
    totals,
    async report(tallies: readonly Tally[]): Promise<number[]> {
      if (this.isDown) throw new Error("down");
      return tallies.map(({ key, allowed }) => {
        totals.set(key, (totals.get(key) ?? 0) + allowed);
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
    Array.from({ length: times }, () => windows.count("data", RULE, subjectBuckets(bucket))).filter(
      ({ allowed }) => allowed,
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
  it("allow exactly the quota in one process and report the remainder and the reset time", () => {
    const { windows, count, advance } = setUp();
    expect(windows.count("data", RULE, subjectBuckets("a"))).toEqual({
      allowed: true,
      quota: 10,
      windowSeconds: 60,
      remaining: 9,
      resetSeconds: 60,
    });
    advance(17.5);
    expect(count(20)).toBe(9);
    expect(windows.count("data", RULE, subjectBuckets("a"))).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 43,
    });
    expect(count(20, "b")).toBe(10);
  });

  it("allow requests again exactly at the reported time", () => {
    const { windows, count, advance } = setUp();
    count(10);
    const { resetSeconds } = windows.count("data", RULE, subjectBuckets("a"));
    advance(resetSeconds);
    expect(count(1)).toBe(1);
  });

  it("learn of each other's callers by reporting", async () => {
    const store = createStore();
    const first = setUp(store);
    const second = setUp(store);
    expect(first.count(6)).toBe(6);
    await first.windows.flush();
    // Not known here yet: one more is allowed and reported.
    expect(second.count(1)).toBe(1);
    await second.windows.flush();
    expect(second.count(20)).toBe(3);
    await second.windows.flush();
    expect(first.count(1)).toBe(1);
    await first.windows.flush();
    expect(first.count(20)).toBe(0);
  });

  it("report each request once, and rejected ones never", async () => {
    const { windows, count, store } = setUp();
    count(25);
    await windows.flush();
    await windows.flush();
    expect([...store.totals.values()]).toEqual([10]);
  });

  it("count while the store is down, and report later", async () => {
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
    for (let i = 0; i < 3; i += 1) windows.count("data", rule, subjectBuckets("a"));
    const flushed = windows.flush();
    expect(windows.count("data", rule, subjectBuckets("a"))).toMatchObject({
      allowed: true,
      remaining: 96,
    });
    answer([95]);
    await flushed;
    // 95 from all processes, and the one that is not reported yet.
    expect(windows.count("data", rule, subjectBuckets("a"))).toMatchObject({
      allowed: true,
      remaining: 3,
    });
  });

  it("do not report counts that are too small to matter", async () => {
    const store = createStore();
    const windows = createSharedWindows({
      report: (tallies) => store.report(tallies),
      onFailure: () => undefined,
      now: () => 0,
    });
    const rule = { quota: 1_000, windowSeconds: 60 };
    for (let i = 0; i < 19; i += 1) windows.count("data", rule, subjectBuckets("a"));
    await windows.flush();
    expect(store.totals.size).toBe(0);
    windows.count("data", rule, subjectBuckets("a"));
    await windows.flush();
    expect([...store.totals.values()]).toEqual([20]);
  });

  it("apply separate quotas to an IPv6 /56, an IPv6 /48 and an IPv4 /24", () => {
    const windows = createSharedWindows({
      report: async () => [],
      onFailure: () => undefined,
      now: () => 0,
    });
    const allowed = (addresses: string[]) =>
      addresses.filter((address) => windows.count("data", RULE, addressBuckets(address)).allowed)
        .length;
    const of = (from: (n: number) => string) => Array.from({ length: 600 }, (_, n) => from(n));
    // 10 per /64 or address; twice, eight times and eight times that for their networks.
    expect(allowed(of((n) => `2001:db8:1:${(n % 256).toString(16)}::1`))).toBe(20);
    expect(allowed(of((n) => `2001:db8:2:${(n % 256).toString(16)}00::1`))).toBe(80);
    expect(allowed(of((n) => `203.0.113.${n % 256}`))).toBe(80);
    expect(allowed(["203.0.114.1"])).toBe(1);
  });

  it("bound their memory: callers beyond it share the quotas of their networks", () => {
    const windows = createSharedWindows({
      report: async () => [],
      onFailure: () => undefined,
      now: () => 0,
      callersMax: 100,
    });
    const count = (address: string) => windows.count("data", RULE, addressBuckets(address));
    for (let n = 0; n < 10_000; n += 1) count(`198.${n >> 8}.${n % 256}.1`);
    expect(windows.size()).toBe(100);
    let allowed = 0;
    for (let n = 0; n < 1_000; n += 1) allowed += count("203.0.113.7").allowed ? 1 : 0;
    // More than one caller's quota, never more than that of its /24.
    expect(allowed).toBeLessThanOrEqual(80);
    expect(count("198.0.0.1").remaining).toBe(8);
  });
});
