import { describe, expect, it } from "vitest";
import { createSharedWindows } from "@/lib/drivers/limits/shared-windows";
import { addressBuckets, type Buckets } from "@/lib/http/limits/buckets";

const RULE = { quota: 300, windowSeconds: 60, networkFactor: 4 };
const COUNTED = 20_000;
/** Constant time allows a small factor; the previous scan was a thousand times slower. */
const RATIO_MAX = 50;

/** The nth caller, each in its own network. */
const caller = (n: number): Buckets =>
  addressBuckets(`${11 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`);

function countAll(callers: readonly Buckets[], count: (buckets: Buckets) => void): number {
  const startedAt = performance.now();
  for (const buckets of callers) count(buckets);
  return performance.now() - startedAt;
}

describe("an attacker with a million addresses", () => {
  it("does not slow down counting once the table is full", async () => {
    const reported: number[] = [];
    const windows = createSharedWindows({
      report: async (tallies) => {
        reported.push(tallies.length);
        return tallies.map(({ allowed }) => allowed);
      },
      onFailure: () => undefined,
      now: () => 0,
    });
    const count = (buckets: Buckets) => windows.count("data", RULE, buckets);
    const known = Array.from({ length: COUNTED }, (_, n) => caller(n));
    countAll(known, count);
    for (let n = COUNTED; n < 1_000_000; n += 1) count(caller(n));
    expect(windows.size()).toBeLessThanOrEqual(100_000);

    const late = Array.from({ length: COUNTED }, (_, n) => caller(1_000_000 + n));
    const baseline = countAll(known, count);
    expect(countAll(late, count) / baseline).toBeLessThan(RATIO_MAX);
    await windows.flush();
    // Single requests are not reported, so the store receives nothing of the flood.
    expect(reported).toEqual([]);
  });

  it("gets no more than the quota of its network, and evicts no known caller", () => {
    const windows = createSharedWindows({
      report: async () => [],
      onFailure: () => undefined,
      now: () => 0,
    });
    const allowed = (address: string) =>
      windows.count("data", RULE, addressBuckets(address)).allowed ? 1 : 0;
    expect(allowed("192.0.2.1")).toBe(1);
    for (let n = 0; n < 200_000; n += 1) windows.count("data", RULE, caller(n));
    let total = 0;
    for (let n = 0; n < 50_000; n += 1)
      total += allowed(`2001:db8:9:${(n % 65_536).toString(16)}::1`);
    // The /48 has eight callers' quotas, times four for cheap reads.
    expect(total).toBeLessThanOrEqual(300 * 8 * 4);
    expect(windows.count("data", RULE, addressBuckets("192.0.2.1")).remaining).toBe(298);
  });
});
