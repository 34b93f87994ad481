import type { Candle } from "@/lib/features/market/schema/price";

/** Chart metric: market cap or price, in ETH or USD. */
export type Metric = "marketCap" | "price";
export type Bar = { time: number; open: number; high: number; low: number; close: number };
export type VolumeBar = { time: number; value: number; isUp: boolean };

/**
 * Bars for drawing. All prices are multiplied by ten to the power of `scale`, because the chart
 * cannot distinguish prices near 1e-11 ETH.
 */
export type ChartSeries = {
  bars: Bar[];
  volumes: VolumeBar[];
  scale: number;
  metric: Metric;
  /** Chart value of 1 ETH of market cap, or of the price. */
  perEth: number;
  /** The newest price of a token per ETH of its market cap; 1 for market caps. */
  perCap: number;
};

/** A price level. Both are in ETH. */
export type Level = { marketCap: number; price: number };

/** The place of a level on the chart. */
export function levelValue({ metric, perEth }: ChartSeries, level: Level): number {
  return level[metric] * perEth;
}

/** The place of a market cap in ETH on the chart, at the newest supply. */
export function capValue({ perEth, perCap }: ChartSeries, capEth: number): number {
  return capEth * perCap * perEth;
}

/** The market cap in ETH of a place on the chart; null for a place without a price. */
export function capAt({ perEth, perCap }: ChartSeries, value: number): number | null {
  const capEth = value / (perCap * perEth);
  return Number.isFinite(capEth) && capEth > 0 ? capEth : null;
}

/** Integer digits that the newest price is scaled to. */
const DIGITS = 4;

/**
 * Converts candles to chart bars. Floats are precise enough for pixels. Candle prices are market
 * caps; the price has the same ratio as the close.
 * @param usdPerEth 1 for amounts in ETH
 */
export function toSeries(
  candles: readonly Candle[],
  options: { metric: Metric; usdPerEth: number },
): ChartSeries {
  const { metric, usdPerEth } = options;
  const newest = candles.at(-1);
  if (newest === undefined) {
    return { bars: [], volumes: [], scale: 1, metric, perEth: usdPerEth, perCap: 1 };
  }
  const unscaled = Number(metric === "price" ? newest.price : newest.close) * usdPerEth;
  const scale = unscaled > 0 ? 10 ** (DIGITS - 1 - Math.floor(Math.log10(unscaled))) : 1;
  const perCapOf = ({ close, price }: Candle) =>
    metric === "price" && Number(close) > 0 ? Number(price) / Number(close) : 1;
  const perEth = usdPerEth * scale;
  const bars = candles.map((candle) => {
    const close = Number(candle.close);
    const factor = perCapOf(candle) * perEth;
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
  return { bars, volumes, scale, metric, perEth, perCap: perCapOf(newest) };
}

/**
 * Index at which the bars of two series first differ, so that only those are redrawn. Null if
 * everything must be redrawn: another scale, another first bar, or fewer bars.
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
 * Formats a scaled price as a plain decimal string. JavaScript switches to exponents below 1e-6.
 */
export function toDecimal(value: number, scale = 1): string {
  if (!Number.isFinite(value) || value === 0) return "0";
  const real = value / scale;
  const digits = Math.min(100, Math.max(0, 5 - Math.floor(Math.log10(Math.abs(real)))));
  return real.toFixed(digits);
}

/** Minimum price range of a chart: 4% of the price. */
const SPAN_MIN = 0.04;

/** Price range of the chart, at least a few percent. */
export function roomAround(
  minValue: number,
  maxValue: number,
): { minValue: number; maxValue: number } {
  const missing = (SPAN_MIN * (minValue + maxValue)) / 2 - (maxValue - minValue);
  if (missing <= 0) return { minValue, maxValue };
  return { minValue: minValue - missing / 2, maxValue: maxValue + missing / 2 };
}

/**
 * Older candles if they reach the first newer one, otherwise none: a chart must not skip time.
 * @param seconds length of a candle
 */
export function withoutHole(
  older: readonly Candle[],
  newer: readonly Candle[],
  seconds: number,
): readonly Candle[] {
  const last = older.at(-1);
  const [first] = newer;
  if (last === undefined || first === undefined) return older;
  return last.timestamp + seconds < first.timestamp ? [] : older;
}

/** Merges older candles with newer ones; the newer response wins for a shared bucket. */
export function prependOlder(older: readonly Candle[], newer: readonly Candle[]): Candle[] {
  const first = newer[0]?.timestamp ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({ timestamp }) => timestamp < first), ...newer];
}
