import { describe, expect, it } from "vitest";
import { nextFeedAnswer } from "@/lib/features/chains/rules/feed-answer";

const usd = (dollars: number) => BigInt(Math.round(dollars * 100)) * 1_000_000n;
const next = (current: number, source: number, ageSeconds: number) =>
  nextFeedAnswer({
    currentE8: usd(current),
    sourceE8: usd(source),
    ageSeconds,
    minE8: usd(100),
    maxE8: usd(100_000),
  });

describe("nextFeedAnswer", () => {
  it.each([
    ["a recent, close price stays", 3_000, 3_029, 1_199, null],
    ["an old price is set again", 3_000, 3_000, 1_200, 3_000],
    ["a difference of 1% is set early", 3_000, 3_030, 300, 3_030],
    ["nothing is set within five minutes", 3_000, 4_000, 299, null],
    ["a rise is limited to 20%", 3_000, 9_000, 300, 3_600],
    ["a fall is limited to 20%", 3_000, 1_000, 300, 2_400],
    ["a step of exactly 20% is complete", 3_000, 3_600, 300, 3_600],
  ])("%s", (_, current, source, ageSeconds, expected) => {
    expect(next(current, source, ageSeconds)).toBe(expected === null ? null : usd(expected));
  });

  it("rejects a source outside of the feed's bounds", () => {
    expect(() => next(3_000, 99, 300)).toThrow(RangeError);
    expect(() => next(3_000, 100_001, 300)).toThrow(RangeError);
  });
});
