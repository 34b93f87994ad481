"use client";

import { useTheme } from "next-themes";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type CandleInterval, INTERVALS } from "@/lib/features/market/rules/candles";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { toAxis } from "./axis-time";
import { applySettings, type Drawn, draw, frame, paint, setSeries } from "./chart-drawing";
import type { ChartMark } from "./chart-marks";
import { type ChartSeries, toDecimal } from "./chart-series";
import { readChartTheme } from "./chart-theme";
import type { ChartSettings } from "./tools/chart-settings";
import { DrawingHint } from "./tools/drawing-hint";
import { NowButton } from "./tools/now-button";
import { useLineDrawing } from "./tools/use-line-drawing";
import { useMarkers } from "./use-markers";
import { type PriceLine, usePriceLines } from "./use-price-lines";

/** Number of bars left of the view at which older ones are loaded. */
const OLDER_MARGIN = 20;

type CandleCanvasProps = {
  series: ChartSeries;
  interval: CandleInterval;
  label: string;
  settings: ChartSettings;
  ownTrades: readonly PositionChange[];
  marks: ChartMark[];
  lines: readonly PriceLine[];
  isDrawing: boolean;
  /** A price that the reader chose for a line, as a value of the chart; null to stop. */
  onDrawn: (value: number | null) => void;
  onPoint: (index: number | null) => void;
  onNeedOlder: () => void;
};

/**
 * Candles and volume on a canvas. Arrow keys move the crosshair bar by bar. `onPoint` receives the
 * index of the bar under it (null for none); `onNeedOlder` runs when the view nears the first bar.
 */
export function CandleCanvas(props: CandleCanvasProps) {
  const { series, interval, label, settings, isDrawing, lines } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const pointed = useRef<number | null>(null);
  const isFramed = useRef(false);
  const drawn = useChart({ host, latest, pointed, isFramed });
  useDrawnSeries({ drawn, host, isFramed, series, settings, interval });
  const { seconds } = INTERVALS[interval];
  useMarkers(drawn, { bars: series.bars, marks: props.marks, seconds });

  const { draft, onKey } = useLineDrawing(drawn, {
    isDrawing,
    start: series.bars.at(-1)?.close ?? null,
    onDraw: props.onDrawn,
    onCancel: () => props.onDrawn(null),
  });
  usePriceLines(drawn, lines);
  const drafts = useMemo(
    (): PriceLine[] => (draft === null ? [] : [{ title: "", value: draft, look: "draft" }]),
    [draft],
  );
  usePriceLines(drawn, drafts);
  useEffect(() => {
    if (isDrawing) host.current?.focus();
  }, [isDrawing]);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a canvas has no element of its own for this */}
      <div
        ref={host}
        role="group"
        aria-label={label}
        data-own-trades={props.ownTrades.length}
        data-marks={props.marks.length}
        data-lines={lines.map(({ look }) => look).join(" ")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the crosshair
        tabIndex={0}
        onKeyDown={(event) => {
          if (!onKey(event)) pointByKey(event, drawn, latest.current, pointed);
        }}
        onBlur={() => drawn?.chart.clearCrosshairPosition()}
        className="absolute inset-0 touch-pan-y"
      />
      {isDrawing && <DrawingHint draft={draft === null ? null : toDecimal(draft, series.scale)} />}
      <NowButton drawn={drawn} onJump={() => host.current?.focus()} />
    </>
  );
}

/** Creates the chart once; its data and callbacks are read from `latest`. */
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
      const ready = made;
      // With its effects: the chart's first frame has the bars, instead of an empty one before it.
      flushSync(() => setDrawn(ready));
    };
    // A separate task: on a phone, creating the chart takes as long as the rest of the page.
    const task = setTimeout(make);
    return () => {
      clearTimeout(task);
      // Last: the cleanups of other effects use the chart.
      queueMicrotask(() => made?.chart.remove());
      isFramed.current = false;
      setDrawn(null);
    };
  }, [host, latest, pointed, isFramed]);
  return drawn;
}

/** Keeps theme, settings and bars of the chart up to date. */
function useDrawnSeries({
  drawn,
  host,
  isFramed,
  series,
  settings,
  interval,
}: Pick<CandleCanvasProps, "series" | "settings" | "interval"> & {
  drawn: Drawn | null;
  host: RefObject<HTMLDivElement | null>;
  isFramed: RefObject<boolean>;
}): void {
  const { resolvedTheme } = useTheme();
  const showsSeconds = interval === "1s";

  // The theme is a class on the root element; read the design tokens again when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: resolvedTheme is what changes the tokens
  useEffect(() => {
    if (drawn === null || host.current === null) return;
    drawn.theme = readChartTheme(host.current);
    paint(drawn, host.current);
  }, [drawn, host, resolvedTheme]);

  useEffect(() => {
    if (drawn !== null) applySettings(drawn, settings);
  }, [drawn, settings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: bars are drawn in the theme's colors
  useEffect(() => {
    if (drawn === null) return;
    setSeries(drawn, series);
    if (isFramed.current) return;
    frame(drawn.chart, series.bars.length);
    // Bars that arrive before the first paint belong to the initial view.
    const painted = requestAnimationFrame(() => {
      isFramed.current = true;
    });
    return () => cancelAnimationFrame(painted);
  }, [drawn, series, isFramed, resolvedTheme]);

  useEffect(() => {
    drawn?.chart.timeScale().applyOptions({ secondsVisible: showsSeconds });
  }, [drawn, showsSeconds]);
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
  show(chart.timeScale(), index);
  chart.setCrosshairPosition(bar.close, toAxis(bar.time), candles);
  pointed.current = index;
  onPoint(index);
}

/** Scrolls a bar into the view. */
function show(scale: ReturnType<Drawn["chart"]["timeScale"]>, index: number): void {
  const view = scale.getVisibleLogicalRange();
  if (view === null) return;
  const shift = Math.min(0, index - 1 - view.from) + Math.max(0, index + 1 - view.to);
  if (shift !== 0) scale.setVisibleLogicalRange({ from: view.from + shift, to: view.to + shift });
}
