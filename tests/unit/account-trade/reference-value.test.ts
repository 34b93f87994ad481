import { describe, expect, it } from "vitest";
import { referenceWei } from "@/lib/features/account-trade/rules/reference-value";
import { seedLiquidity } from "@/lib/features/market/rules/pool-math";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 1_700_000_000 - (1_700_000_000 % MINUTE);
const TOKENS = 10n ** 18n;

/** The square root of the price at which a whole token is worth this much wei. */
const at = (wei: number) => BigInt(Math.floor(Math.sqrt(1e18 / wei) * 2 ** 96));
const candle = (secondsAgo: number, wei: number) => ({
  start: NOW - secondsAgo,
  sqrtPriceX96: at(wei),
});

/** The value of a token that costs 1,000 wei at its launch, or at its last trade before the day. */
function worthOf(candles: ReturnType<typeof candle>[], { age = 30 * DAY, before = 1_000 } = {}) {
  const page = {
    createdAt: NOW - age,
    startingSqrtPriceX96: at(1_000),
    before: before === 1_000 ? null : candle(2 * DAY, before),
    candles,
  };
  return Math.round(Number(referenceWei(page, { amountIn: TOKENS, now: NOW })) / 10) * 10;
}

describe("referenceWei", () => {
  it.each([
    ["the launch price without trades", [], {}, 1_000],
    ["the last price before the day", [], { before: 5_000 }, 5_000],
    ["no fall within the hour", [candle(10 * MINUTE, 10)], { before: 5_000 }, 5_000],
    ["no fall that is sold in steps", [9, 6, 3].map((at) => candle(at * MINUTE, at)), {}, 1_000],
    ["no fall that holds for half of the hour", [candle(50 * MINUTE, 10)], {}, 1_000],
    ["a fall that holds for most of the day", [candle(13 * HOUR, 10)], {}, 10],
    ["no rise of a minute", [candle(5 * MINUTE, 9_000), candle(4 * MINUTE, 1_000)], {}, 1_000],
    ["a rise that holds for most of the hour", [candle(40 * MINUTE, 9_000)], {}, 9_000],
    [
      "no fall of a young token",
      [candle(9 * MINUTE, 7_000), candle(0, 1_000)],
      { age: 600 },
      7_000,
    ],
    ["the launch price of a new token", [candle(0, 10)], { age: 5 }, 1_000],
    ["the launch price of a token that is ahead of the clock", [], { age: -5 }, 1_000],
  ])("counts %s", (_, candles, options, expected) => {
    expect(worthOf(candles, options)).toBe(expected);
  });

  it("counts a position that moved the price itself at the ETH that its sale returns", () => {
    const start = at(1_000);
    const moved = candle(40 * MINUTE, 3_000);
    const liquidity = seedLiquidity(start);
    const rise = start - moved.sqrtPriceX96;
    const bought = (liquidity * rise) >> 96n;
    const paid = ((liquidity << 96n) * rise) / start / moved.sqrtPriceX96;
    const page = {
      createdAt: NOW - 30 * DAY,
      startingSqrtPriceX96: start,
      before: null,
      candles: [moved],
    };
    const value = referenceWei(page, { amountIn: bought, now: NOW });
    expect(Number(value) / Number(paid)).toBeCloseTo(1, 9);
  });
});
