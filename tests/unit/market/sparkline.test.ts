import { describe, expect, it } from "vitest";
import {
  SPARKLINE_POINTS,
  SPARKLINE_SECONDS,
  sparkline,
} from "@/lib/features/market/rules/sparkline";

const NOW = 1_700_000_000;
const HOUR = 3_600;
const candle = (hoursAgo: number, openWei: bigint, closeWei: bigint) => ({
  start: NOW - hoursAgo * HOUR,
  openWei,
  closeWei,
});
const old = { createdAt: NOW - 90 * SPARKLINE_SECONDS, marketCapWei: 900n };

describe("sparkline", () => {
  it("is flat without a trade", () => {
    const points = sparkline({ ...old, candles: [] }, NOW);
    expect(points).toEqual(Array.from({ length: SPARKLINE_POINTS }, () => 900n));
  });

  it("starts at the price before the first trade, holds each close until the next, and ends now", () => {
    const points = sparkline(
      { ...old, candles: [candle(12, 100n, 500n), candle(6, 500n, 700n)] },
      NOW,
    );
    expect(points).toHaveLength(SPARKLINE_POINTS);
    expect(points[0]).toBe(100n);
    expect(points.filter((point) => point === 100n)).toHaveLength(13);
    expect(points.filter((point) => point === 500n)).toHaveLength(6);
    expect(points.filter((point) => point === 700n)).toHaveLength(4);
    expect(points.at(-1)).toBe(900n);
  });

  it("starts at the launch of a younger token", () => {
    const createdAt = NOW - 2 * HOUR;
    const candles = [candle(1, 10n, 20n)];
    const points = sparkline({ createdAt, marketCapWei: 30n, candles }, NOW);
    expect(points.filter((point) => point === 10n)).toHaveLength(12);
    expect(points.filter((point) => point === 20n)).toHaveLength(11);
    expect(points.at(-1)).toBe(30n);
  });

  it("exists for a token launched this second or by a clock that is ahead", () => {
    for (const createdAt of [NOW, NOW + 5]) {
      const points = sparkline({ createdAt, marketCapWei: 30n, candles: [] }, NOW);
      expect(new Set(points)).toEqual(new Set([30n]));
    }
  });

  it("rounds to five significant digits", () => {
    const points = sparkline({ ...old, marketCapWei: 123_456_789n, candles: [] }, NOW);
    expect(points.at(-1)).toBe(123_460_000n);
    expect(sparkline({ ...old, marketCapWei: 0n, candles: [] }, NOW).at(-1)).toBe(0n);
  });
});
