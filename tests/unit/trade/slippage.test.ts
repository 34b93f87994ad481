import { describe, expect, it } from "vitest";
import {
  parseSlippage,
  SLIPPAGE_MAX_BPS,
  slippageAdvice,
  slippageBps,
  slippageText,
} from "@/lib/features/trade/rules/slippage";

describe("slippage", () => {
  it.each([
    [0, 100],
    [200, 200],
    [900, 500],
  ])("auto mode at an impact of %i allows %i basis points", (impact, allowed) => {
    expect(slippageBps("auto", impact)).toBe(allowed);
  });

  it("uses a custom value unchanged", () => {
    expect(slippageBps(50, 5_000)).toBe(50);
  });

  it.each([
    ["0.5", 50],
    ["1,25", 125],
    ["50", 5_000],
    ["0.01", 1],
    ["3.", 300],
    ["0", null],
    ["50.01", null],
    ["1,000", null],
    ["1e1", null],
    ["1.234", null],
    ["-1", null],
    ["x", null],
    ["", null],
  ])("%j is read as %s", (text, bps) => {
    expect(parseSlippage(text)).toBe(bps);
  });

  it.each([".", ","] as const)(
    "is written with the decimal mark %s, and read as the same",
    (mark) => {
      expect(slippageText(50, mark)).toBe(`0${mark}5`);
      expect(slippageText(300, mark)).toBe("3");
      for (let bps = 1; bps <= SLIPPAGE_MAX_BPS; bps += 1) {
        expect(parseSlippage(slippageText(bps, mark), mark)).toBe(bps);
      }
    },
  );

  it.each([
    [5, "low"],
    [100, null],
    [500, null],
    [501, "high"],
    [2_001, "extreme"],
  ])("%i basis points give the advice %s", (bps, advice) => {
    expect(slippageAdvice(bps)).toBe(advice);
  });
});
