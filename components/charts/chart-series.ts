import type { Candle } from "@/lib/schemas/data-price";

/** What a chart draws: market cap or price, in ether or in dollars. */
export type Metric = "marketCap" | "price";
export type Bar = { time: number; open: number; high: number; low: number; close: number };
export type VolumeBar = { time: number; value: number; isUp: boolean };

/**
 * Bars for drawing. `scale` is the power of ten that all prices were multiplied with, so that a token
 * worth 1e-11 ether does not fall below what the chart can tell apart.
 */
export type ChartSeries = { bars: Bar[]; volumes: VolumeBar[]; scale: number };

/** Digits before the point that the newest price is scaled to. */
const DIGITS = 4;

/**
 * Makes drawable bars of candles. Floats are good enough here and nowhere else: they become pixels.
 * A candle's prices are market caps; the price follows by the same ratio as its close.
 * @param usdPerEth 1 for amounts in ether
 */
export function toSeries(
  candles: readonly Candle[],
  options: { metric: Metric; usdPerEth: number },
): ChartSeries {
  const { metric, usdPerEth } = options;
  const newest = candles.at(-1);
  if (newest === undefined) return { bars: [], volumes: [], scale: 1 };
  const unscaled = Number(metric === "price" ? newest.price : newest.close) * usdPerEth;
  const scale = unscaled > 0 ? 10 ** (DIGITS - 1 - Math.floor(Math.log10(unscaled))) : 1;
  const bars = candles.map((candle) => {
    const close = Number(candle.close);
    const perCap = metric === "price" && close > 0 ? Number(candle.price) / close : 1;
    const factor = perCap * usdPerEth * scale;
    return {
      time: candle.timestamp,
      open: Number(candle.open) * factor,
      high: Number(candle.high) * factor,
      low: Number(candle.low) * factor,
      close: close * factor,
    };
  });
  const volumes = candles.map(({ timestamp, volume, open, close }) => ({
    time: timestamp,
    value: Number(volume) * usdPerEth,
    isUp: Number(close) >= Number(open),
  }));
  return { bars, volumes, scale };
}

/**
 * Where the bars of two series begin to differ, so that a chart draws only those; null when it has
 * to draw all anew: another scale, another first bar, or fewer bars.
 */
export function firstChanged(drawn: ChartSeries, next: ChartSeries): number | null {
  const { bars, volumes, scale } = drawn;
  const hasSameStart = bars[0]?.time === next.bars[0]?.time && scale === next.scale;
  if (!hasSameStart || next.bars.length < bars.length) return null;
  const place = bars.findIndex((bar, at) => {
    const other = next.bars[at];
    return !isSame(bar, other) || volumes[at]?.value !== next.volumes[at]?.value;
  });
  return place === -1 ? bars.length : place;
}

function isSame(one: Bar, other: Bar | undefined): boolean {
  return (
    one.time === other?.time &&
    one.open === other.open &&
    one.high === other.high &&
    one.low === other.low &&
    one.close === other.close
  );
}

/**
 * A scaled price as a plain decimal string, for the one formatter of amounts.
 * Numbers in JavaScript turn to exponents below 1e-6, which people cannot read.
 */
export function toDecimal(value: number, scale = 1): string {
  if (!Number.isFinite(value) || value === 0) return "0";
  const real = value / scale;
  const digits = Math.min(100, Math.max(0, 5 - Math.floor(Math.log10(Math.abs(real)))));
  return real.toFixed(digits);
}

/** A chart spans at least so much of its price: four hundredths. */
const SPAN_MIN = 0.04;

/** The range of prices that a chart shows: what happened, but never less than a few percent. */
export function roomAround(
  minValue: number,
  maxValue: number,
): { minValue: number; maxValue: number } {
  const missing = (SPAN_MIN * (minValue + maxValue)) / 2 - (maxValue - minValue);
  if (missing <= 0) return { minValue, maxValue };
  return { minValue: minValue - missing / 2, maxValue: maxValue + missing / 2 };
}

/** Joins older candles with newer ones; where both have a bucket the newer answer stands. */
export function prependOlder(older: readonly Candle[], newer: readonly Candle[]): Candle[] {
  const first = newer[0]?.timestamp ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({ timestamp }) => timestamp < first), ...newer];
}
