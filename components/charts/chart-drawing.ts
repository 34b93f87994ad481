import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  PriceScaleMode,
} from "lightweight-charts";
import { formatTick, toAxis } from "./axis-time";
import {
  type Bar,
  type ChartSeries,
  firstChanged,
  roomAround,
  type VolumeBar,
} from "./chart-series";
import { type ChartTheme, readChartTheme } from "./chart-theme";
import { AVERAGES, type AverageLength, movingAverage } from "./moving-average";
import type { ChartSettings } from "./tools/chart-settings";

/** Bars between the newest one and the right edge. */
export const RIGHT_OFFSET = 4;
const VOLUME_TOP = 0.82;
/** Space above the candles, and below them with and without volume. */
const MARGINS = { top: 0.16, aboveVolume: 0.24, bottom: 0.08 } as const;
/** Above this number of new bars, redrawing everything is faster. */
const UPDATES_MAX = 100;
/** Histories up to this size are shown whole at first; the view is never narrower. */
const FIRST_VIEW_BARS = { min: 40, max: 330 } as const;

/** A chart on a canvas with its series. */
export type Drawn = {
  chart: IChartApi;
  candles: ISeriesApi<"Candlestick">;
  volumes: ISeriesApi<"Histogram">;
  averages: Record<AverageLength, ISeriesApi<"Line">>;
  theme: ChartTheme;
  /** The chart's series, and the theme they are drawn in. */
  shown: { series: ChartSeries; theme: ChartTheme } | null;
};

/** @param format price labels, from values of the chart */
export function draw(host: HTMLElement, format: (value: number) => string): Drawn {
  const chart = createChart(host, {
    autoSize: true,
    layout: { background: { color: "transparent" }, fontSize: 11 },
    timeScale: {
      timeVisible: true,
      tickMarkFormatter: formatTick,
      borderVisible: false,
      rightOffset: RIGHT_OFFSET,
      minBarSpacing: 0.8,
    },
    rightPriceScale: { borderVisible: false },
    crosshair: { mode: 0 },
    // Vertical swipes on the chart scroll the page.
    handleScroll: { vertTouchDrag: false },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: "custom", minMove: 0.0001, formatter: format },
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => widen(original()),
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } });
  const averages = { 7: addAverage(chart), 25: addAverage(chart) };
  return { chart, candles, volumes, averages, theme: readChartTheme(host), shown: null };
}

function addAverage(chart: IChartApi): ISeriesApi<"Line"> {
  return chart.addSeries(LineSeries, {
    lineWidth: 2,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
    visible: false,
  });
}

/** Shows a market without movement as a line in the middle. */
function widen(info: AutoscaleInfo | null): AutoscaleInfo | null {
  const range = info?.priceRange ?? null;
  if (info === null || range === null) return info;
  return { ...info, priceRange: roomAround(range.minValue, range.maxValue) };
}

/** Colors and font of the current theme. */
export function paint({ chart, candles, averages, theme }: Drawn, host: HTMLElement): void {
  chart.applyOptions({
    layout: { textColor: theme.text, fontFamily: getComputedStyle(host).fontFamily },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.line } },
    crosshair: {
      vertLine: { color: theme.cross, labelBackgroundColor: theme.cross },
      horzLine: { color: theme.cross, labelBackgroundColor: theme.cross },
    },
  });
  candles.applyOptions({
    upColor: theme.up,
    downColor: theme.down,
    wickUpColor: theme.up,
    wickDownColor: theme.down,
  });
  for (const length of AVERAGES) averages[length].applyOptions({ color: theme.averages[length] });
}

/** Scale, volume and moving averages as the reader set them. */
export function applySettings(drawn: Drawn, settings: ChartSettings): void {
  const { chart, volumes, averages } = drawn;
  chart.priceScale("right").applyOptions({
    mode: settings.log ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
    scaleMargins: {
      top: MARGINS.top,
      bottom: settings.volume ? MARGINS.aboveVolume : MARGINS.bottom,
    },
  });
  volumes.applyOptions({ visible: settings.volume });
  averages[7].applyOptions({ visible: settings.ma7 });
  averages[25].applyOptions({ visible: settings.ma25 });
}

/** Initial view: from the first trade for a young market, the newest bars for an older one. */
export function frame(chart: IChartApi, bars: number): void {
  if (bars > FIRST_VIEW_BARS.max) return;
  const room = Math.max(bars, FIRST_VIEW_BARS.min);
  chart.timeScale().setVisibleLogicalRange({ from: bars - room, to: bars + room / 20 });
}

/** Draws changed bars only, and keeps a view that the user moved. */
export function setSeries(drawn: Drawn, series: ChartSeries): void {
  const { candles, volumes, averages, theme, shown } = drawn;
  drawn.shown = { series, theme };
  const toCandle = (bar: Bar) => ({ ...bar, time: toAxis(bar.time) });
  const toVolume = ({ time, value, isUp }: VolumeBar) => ({
    time: toAxis(time),
    value,
    color: isUp ? theme.upVolume : theme.downVolume,
  });
  const lines = AVERAGES.map((length) => {
    const values = movingAverage(series.bars, length);
    const points = series.bars.map(({ time }, at) => {
      const value = values[at] ?? null;
      return value === null ? { time: toAxis(time) } : { time: toAxis(time), value };
    });
    return { line: averages[length], points };
  });
  const from = shown?.theme === theme ? firstChanged(shown.series, series) : null;
  if (from === null || series.bars.length - from > UPDATES_MAX) {
    candles.setData(series.bars.map(toCandle));
    volumes.setData(series.volumes.map(toVolume));
    for (const { line, points } of lines) line.setData(points);
    return;
  }
  const last = (shown?.series.bars.length ?? 0) - 1;
  for (let at = from; at < series.bars.length; at += 1) {
    const [bar, volume] = [series.bars[at], series.volumes[at]];
    if (bar === undefined || volume === undefined) continue;
    candles.update(toCandle(bar), at < last);
    volumes.update(toVolume(volume), at < last);
    // An average only changes from the first changed bar on.
    for (const { line, points } of lines) {
      const point = points[at];
      if (point !== undefined) line.update(point, at < last);
    }
  }
}
