"use client";

import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
} from "lightweight-charts";
import { useTheme } from "next-themes";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type CandleInterval, INTERVALS } from "@/lib/features/market/rules/candles";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format-decimal";
import { formatTick, toAxis } from "./axis-time";
import {
  type Bar,
  type ChartSeries,
  firstChanged,
  roomAround,
  toDecimal,
  type VolumeBar,
} from "./chart-series";
import { type ChartTheme, readChartTheme } from "./chart-theme";
import { useMarkers, useOwnTrades } from "./own-markers";

/** Number of bars left of the view at which older ones are loaded. */
const OLDER_MARGIN = 20;
const VOLUME_TOP = 0.82;
/** Above this number of new bars, redrawing everything is faster. */
const UPDATES_MAX = 100;
/** Histories up to this size are shown whole at first; the view is never narrower. */
const FIRST_VIEW_BARS = { min: 40, max: 330 } as const;

type Drawn = {
  chart: IChartApi;
  candles: ISeriesApi<"Candlestick">;
  volumes: ISeriesApi<"Histogram">;
  theme: ChartTheme;
  /** The chart's series, and the theme they are drawn in. */
  shown: { series: ChartSeries; theme: ChartTheme } | null;
};

type CandleCanvasProps = {
  chain: ChainSlug;
  address: string;
  series: ChartSeries;
  interval: CandleInterval;
  label: string;
  onPoint: (index: number | null) => void;
  onNeedOlder: () => void;
};

/**
 * Candles and volume on a canvas. Arrow keys move the crosshair bar by bar. `onPoint` receives the
 * index of the bar under it (null for none); `onNeedOlder` runs when the view nears the first bar.
 */
export default function CandleCanvas(props: CandleCanvasProps) {
  const { chain, address, series, interval, label } = props;
  const showsSeconds = interval === "1s";
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const pointed = useRef<number | null>(null);
  const isFramed = useRef(false);
  const drawn = useChart({ host, latest, pointed, isFramed });
  const { resolvedTheme } = useTheme();

  // The theme is a class on the root element; read the design tokens again when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: resolvedTheme is what changes the tokens
  useEffect(() => {
    if (drawn === null || host.current === null) return;
    drawn.theme = readChartTheme(host.current);
    paint(drawn, host.current);
  }, [drawn, resolvedTheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: bars are drawn in the theme's colours
  useEffect(() => {
    if (drawn === null) return;
    setSeries(drawn, series);
    if (!isFramed.current) frame(drawn.chart, series.bars.length);
    isFramed.current = true;
  }, [drawn, series, resolvedTheme]);

  useEffect(() => {
    drawn?.chart.timeScale().applyOptions({ secondsVisible: showsSeconds });
  }, [drawn, showsSeconds]);

  const trades = useOwnTrades(chain, address);
  const { seconds } = INTERVALS[interval];
  useMarkers(drawn, { bars: series.bars, trades, seconds });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas has no element of its own for this
    <div
      ref={host}
      role="group"
      aria-label={label}
      data-own-trades={trades.length}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the crosshair
      tabIndex={0}
      onKeyDown={(event) => pointByKey(event, drawn, latest.current, pointed)}
      onBlur={() => drawn?.chart.clearCrosshairPosition()}
      className="absolute inset-0 touch-pan-y"
    />
  );
}

/** Makes the chart once; what it draws and reports to is read from `latest`. */
function useChart({
  host,
  latest,
  pointed,
  isFramed,
}: {
  host: RefObject<HTMLDivElement | null>;
  latest: RefObject<CandleCanvasProps>;
  pointed: RefObject<number | null>;
  isFramed: RefObject<boolean>;
}): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let made: Drawn | null = null;
    const make = () => {
      if (host.current === null) return;
      made = draw(host.current, (value) =>
        // The scale's margin extends below zero, where there are no prices.
        value < 0 ? "" : formatDecimal(toDecimal(value, latest.current.series.scale)),
      );
      made.chart.subscribeCrosshairMove(({ time }) => {
        const index = latest.current.series.bars.findIndex((bar) => toAxis(bar.time) === time);
        pointed.current = index === -1 ? null : index;
        latest.current.onPoint(pointed.current);
      });
      made.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
        if (range !== null && range.from < OLDER_MARGIN) latest.current.onNeedOlder();
      });
      setDrawn(made);
    };
    // A separate task: on a phone, creating the chart takes as long as the rest of the page.
    const task = setTimeout(make);
    return () => {
      clearTimeout(task);
      made?.chart.remove();
      isFramed.current = false;
      setDrawn(null);
    };
  }, [host, latest, pointed, isFramed]);
  return drawn;
}

function pointByKey(
  event: KeyboardEvent,
  drawn: Drawn | null,
  { series, onPoint }: CandleCanvasProps,
  pointed: RefObject<number | null>,
): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { bars } = series;
  if (step === undefined || drawn === null || bars.length === 0) return;
  event.preventDefault();
  const from = pointed.current ?? (step === 1 ? -1 : bars.length);
  const index = Math.min(bars.length - 1, Math.max(0, from + step));
  const bar = bars[index];
  if (bar === undefined) return;
  const { chart, candles } = drawn;
  chart.setCrosshairPosition(bar.close, toAxis(bar.time), candles);
  pointed.current = index;
  onPoint(index);
}

function draw(host: HTMLElement, format: (value: number) => string): Drawn {
  const chart = createChart(host, {
    autoSize: true,
    layout: { background: { color: "transparent" }, fontSize: 11 },
    timeScale: {
      timeVisible: true,
      tickMarkFormatter: formatTick,
      borderVisible: false,
      rightOffset: 4,
      minBarSpacing: 0.8,
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.16, bottom: 0.24 } },
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
  return { chart, candles, volumes, theme: readChartTheme(host), shown: null };
}

/** Shows a market without movement as a line in the middle. */
function widen(info: AutoscaleInfo | null): AutoscaleInfo | null {
  const range = info?.priceRange ?? null;
  if (info === null || range === null) return info;
  return { ...info, priceRange: roomAround(range.minValue, range.maxValue) };
}

function paint({ chart, candles, theme }: Drawn, host: HTMLElement): void {
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
}

/** Initial view: from the first trade for a young market, the newest bars for an older one. */
function frame(chart: IChartApi, bars: number): void {
  if (bars > FIRST_VIEW_BARS.max) return;
  const room = Math.max(bars, FIRST_VIEW_BARS.min);
  chart.timeScale().setVisibleLogicalRange({ from: bars - room, to: bars + room / 20 });
}

/** Draws changed bars only, and keeps a view that the user moved. */
function setSeries(drawn: Drawn, series: ChartSeries): void {
  const { candles, volumes, theme, shown } = drawn;
  drawn.shown = { series, theme };
  const toCandle = (bar: Bar) => ({ ...bar, time: toAxis(bar.time) });
  const toVolume = ({ time, value, isUp }: VolumeBar) => ({
    time: toAxis(time),
    value,
    color: isUp ? theme.upVolume : theme.downVolume,
  });
  const from = shown?.theme === theme ? firstChanged(shown.series, series) : null;
  if (from === null || series.bars.length - from > UPDATES_MAX) {
    candles.setData(series.bars.map(toCandle));
    volumes.setData(series.volumes.map(toVolume));
    return;
  }
  const last = (shown?.series.bars.length ?? 0) - 1;
  for (let at = from; at < series.bars.length; at += 1) {
    const [bar, volume] = [series.bars[at], series.volumes[at]];
    if (bar === undefined || volume === undefined) continue;
    candles.update(toCandle(bar), at < last);
    volumes.update(toVolume(volume), at < last);
  }
}
