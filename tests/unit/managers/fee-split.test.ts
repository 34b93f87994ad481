import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  equalSplit,
  formatSplit,
  hasDuplicates,
  RECIPIENTS_MAX,
  SPLIT_TOTAL,
} from "@/lib/features/managers/rules/fee-split";

describe("fee split", () => {
  it("gives the remainder of an equal split to the last", () => {
    expect(equalSplit(3).map(formatSplit)).toEqual(["33.33333", "33.33333", "33.33334"]);
    expect(equalSplit(1).map(formatSplit)).toEqual(["100.00000"]);
  });

  it("always sums to 100%, without an empty share", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: RECIPIENTS_MAX }), (count) => {
        const shares = equalSplit(count);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(SPLIT_TOTAL);
        expect(Math.min(...shares)).toBeGreaterThan(0);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(count);
      }),
    );
  });

  it("formats micro-percent exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SPLIT_TOTAL }), (share) => {
        const [whole = "", fraction = ""] = formatSplit(share).split(".");
        expect(fraction).toHaveLength(5);
        expect(Number(whole) * 100_000 + Number(fraction)).toBe(share);
      }),
    );
  });

  it("detects duplicates", () => {
    expect(hasDuplicates(["0xAb", "0xAb"])).toBe(true);
    expect(hasDuplicates(["0xAb", "0xCd"])).toBe(false);
  });
});
