import { describe, expect, it } from "vitest";
import {
  impactLevel,
  minimumReceived,
  protectionFeeWei,
  tradeFigures,
} from "@/lib/features/trade/rules/figures";

const Q96 = 2n ** 96n;

describe("figures", () => {
  it("deduct the fee from the ETH of a buy before comparing the price", () => {
    const figures = tradeFigures({
      side: "buy",
      amountIn: 10_000n,
      amountOut: 9_405n,
      sqrtPriceX96: Q96,
      feeBps: 100n,
    });
    expect(figures).toEqual({ feeWei: 100n, priceImpactBps: 500 });
  });

  it("add the fee to the ETH of a sale", () => {
    const figures = tradeFigures({
      side: "sell",
      amountIn: 10_000n,
      amountOut: 9_900n,
      sqrtPriceX96: Q96,
      feeBps: 100n,
    });
    expect(figures).toEqual({ feeWei: 100n, priceImpactBps: 0 });
  });

  it("separate what launch protection adds to the fee of a buy", () => {
    const buy = { side: "buy", amountIn: 10_000n, feeWei: 4_992n } as const;
    expect(protectionFeeWei(buy, 100n)).toBe(4_892n);
    expect(protectionFeeWei({ ...buy, feeWei: 100n }, 100n)).toBe(0n);
    expect(protectionFeeWei({ ...buy, side: "sell" }, 100n)).toBe(0n);
  });

  it("never show a price impact in the trader's favour", () => {
    const lucky = { side: "buy", amountIn: 100n, amountOut: 200n, sqrtPriceX96: Q96 } as const;
    expect(tradeFigures({ ...lucky, feeBps: 100n }).priceImpactBps).toBe(0);
  });

  it.each([
    [0, "none"],
    [299, "none"],
    [300, "notable"],
    [1_499, "notable"],
    [1_500, "severe"],
  ])("show an impact of %i basis points as %s", (bps, level) => {
    expect(impactLevel(bps)).toBe(level);
  });

  it("round the minimum down", () => {
    expect(minimumReceived(1_001n, 100)).toBe(990n);
    expect(minimumReceived(1_000n, 5_000)).toBe(500n);
  });
});
