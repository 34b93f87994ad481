import { describe, expect, it } from "vitest";
import {
  firstChanged,
  prependOlder,
  roomAround,
  toDecimal,
  toSeries,
  withoutHole,
} from "@/components/charts/chart-series";
import { labelOf, shareOfSupply } from "@/components/token/facts/holders";
import type { Candle } from "@/lib/features/market/schema/price";
import { formatDecimal } from "@/lib/web/format/format-decimal";

function candle(timestamp: number, close: string, price: string): Candle {
  return {
    timestamp,
    open: "2",
    high: "4",
    low: "1",
    close,
    closeUSDC: null,
    volume: "0.5",
    marketCap: close,
    price,
  };
}

describe("toSeries", () => {
  it("shows market caps unchanged, scaled to four digits before the decimal point", () => {
    const { bars, scale } = toSeries([candle(60, "3", "0.00000000003")], {
      metric: "marketCap",
      usdPerEth: 1,
    });
    expect(scale).toBe(1_000);
    expect(bars).toEqual([{ time: 60, open: 2_000, high: 4_000, low: 1_000, close: 3_000 }]);
  });

  it("keeps prices of 1e-11 distinct and formats them back", () => {
    const { bars, scale } = toSeries([candle(60, "3", "0.00000000003")], {
      metric: "price",
      usdPerEth: 1,
    });
    expect(bars[0]?.open).toBeCloseTo(2_000, 6);
    expect(formatDecimal(toDecimal(bars[0]?.open ?? 0, scale))).toBe("0.0₁₀2");
  });

  it("converts ether to dollars", () => {
    const { bars, scale, volumes } = toSeries([candle(60, "3", "0.00000000003")], {
      metric: "marketCap",
      usdPerEth: 4_000,
    });
    expect(toDecimal(bars[0]?.close ?? 0, scale)).toMatch(/^12000/);
    expect(volumes).toEqual([{ time: 60, value: 2_000, isUp: true }]);
  });

  it("is empty without candles", () => {
    expect(toSeries([], { metric: "price", usdPerEth: 1 }).bars).toEqual([]);
  });
});

describe("roomAround", () => {
  it("pads the range of a flat market, and leaves a moving one unchanged", () => {
    expect(roomAround(100, 100)).toEqual({ minValue: 98, maxValue: 102 });
    expect(roomAround(90, 110)).toEqual({ minValue: 90, maxValue: 110 });
  });
});

describe("prependOlder", () => {
  it("prefers the newer response", () => {
    const older = [candle(0, "1", "1"), candle(60, "1", "1")];
    const newer = [candle(60, "2", "2"), candle(120, "3", "3")];
    expect(prependOlder(older, newer).map(({ close }) => close)).toEqual(["1", "2", "3"]);
  });
});

describe("withoutHole", () => {
  const older = [candle(0, "1", "1"), candle(60, "1", "1")];
  it.each([
    ["that touch the newer ones", 120, 2],
    ["that overlap the newer ones", 60, 2],
    ["before a hole", 180, 0],
  ])("returns older candles %s: first newer one at %i, %i of them", (_, first, count) => {
    expect(withoutHole(older, [candle(first, "2", "2")], 60)).toHaveLength(count);
  });

  it("returns older candles while there are no newer ones", () => {
    expect(withoutHole(older, [], 60)).toBe(older);
  });
});

describe("holders", () => {
  const wei = (tokens: bigint) => (tokens * 10n ** 18n).toString();
  it.each([
    [wei(10_000_000_000n), "50000000000", 20],
    // A supply from the rounded price would be larger, and this share 2.49.
    [wei(2_500_000_000n), "100000000000", 2.5],
    ["1", "0.000000000000000001", 100],
    [wei(1n), "0", 0],
  ])("compute the share of %s in the exact supply %s", (balance, supply, share) => {
    expect(shareOfSupply(balance, supply)).toBe(share);
  });

  it("names the pool and burned tokens", () => {
    const contracts = { poolManager: "0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD" };
    expect(labelOf(contracts.poolManager, contracts)).toBe("pool and wall");
    expect(labelOf("0x000000000000000000000000000000000000dEaD", null)).toBe("burned");
    expect(labelOf("0x1111111111111111111111111111111111111111", contracts)).toBeNull();
  });
});

describe("firstChanged", () => {
  const options = { metric: "marketCap", usdPerEth: 1 } as const;
  const at = (...closes: string[]) =>
    toSeries(
      closes.map((close, nth) => candle(60 * nth, close, "0.00000000003")),
      options,
    );
  it.each([
    ["nothing", ["3", "2"], ["3", "2"], 2],
    ["the last bar", ["3", "2"], ["3", "4"], 1],
    ["a new bar", ["3", "2"], ["3", "2", "4"], 2],
    ["a bar before the last one", ["3", "2", "4"], ["3", "5", "4"], 1],
    ["the scale", ["3", "2"], ["3", "20"], null],
    ["the number of bars", ["3", "2", "4"], ["3", "2"], null],
  ])("finds where %s changed", (_, drawn, next, expected) => {
    expect(firstChanged(at(...drawn), at(...next))).toBe(expected);
  });
});
