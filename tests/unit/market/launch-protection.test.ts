import { describe, expect, it } from "vitest";
import { buyFeeBpsAt } from "@/lib/features/market/rules/launch-protection";

const START = 1_795_000_000;
const protection = { startFeeBps: 5_000, endFeeBps: 100, startTime: START, endTime: START + 600 };

describe("the fee of purchases with launch protection", () => {
  it.each([
    ["a month before the opening", -2_592_000, 5_000],
    ["when trading opens", 0, 5_000],
    ["a second later, rounded up", 1, 4_992],
    ["after half of the time", 300, 2_550],
    ["in the last second", 599, 109],
    ["at the end", 600, 100],
    ["a year later", 31_536_000, 100],
  ])("%s", (_, seconds, bps) => {
    expect(buyFeeBpsAt(protection, START + seconds)).toBe(bps);
  });

  it("falls in every second of the hook's setting", () => {
    const fees = Array.from({ length: 601 }, (_, s) => buyFeeBpsAt(protection, START + s));
    for (const [at, fee] of fees.entries()) {
      if (at > 0) expect(fee).toBeLessThan(fees[at - 1] ?? 0);
    }
  });
});
