"use client";

import {
  type AutoscaleInfo,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
} from "lightweight-charts";
import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import { formatTick, toAxis } from "@/components/charts/axis-time";
import { readChartColors, readChartTheme } from "@/components/charts/chart-theme";
import type { OverviewChart } from "@/lib/features/overview/schema";
import { CHART_LABELS, formatValue } from "./overview-labels";

type SeriesCanvasProps = {
  chart: OverviewChart;
  /** Start of the first step in Unix seconds. */
  from: number;
  stepSeconds: number;
};
type Drawn = { chart: IChartApi; lines: ISeriesApi<"Line">[] };

/** Lines over time on a canvas. The table next to it has the same values for screen readers. */
export default function SeriesCanvas({ chart, from, stepSeconds }: SeriesCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const { resolvedTheme } = useTheme();
  const { unit } = chart;
  const count = chart.lines.length;

  useEffect(() => {
    if (host.current === null) return;
    const made = draw(host.current, count, unit);
    setDrawn(made);
    return () => made.chart.remove();
  }, [count, unit]);

  // The theme is a class on the root element; read the design tokens again when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: resolvedTheme is what changes the tokens
  useEffect(() => {
    if (drawn !== null && host.current !== null) paint(drawn, host.current);
  }, [drawn, resolvedTheme]);

  useEffect(() => {
    if (drawn === null) return;
    for (const [index, line] of chart.lines.entries()) {
      drawn.lines[index]?.setData(
        line.values.map((value, step) => {
          const time = toAxis(from + step * stepSeconds);
          // Without a value there is a gap: nothing was measured.
          return value === null ? { time } : { time, value };
        }),
      );
    }
    drawn.chart.timeScale().fitContent();
  }, [drawn, chart, from, stepSeconds]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas has no element of its own for this
    <div
      ref={host}
      role="group"
      aria-label={`${CHART_LABELS[chart.id].title}, chart`}
      className="absolute inset-0 touch-pan-y"
    />
  );
}

function draw(host: HTMLElement, count: number, unit: OverviewChart["unit"]): Drawn {
  const chart = createChart(host, {
    autoSize: true,
    layout: { background: { color: "transparent" }, fontSize: 10 },
    timeScale: { timeVisible: true, tickMarkFormatter: formatTick, borderVisible: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.04 } },
    crosshair: { mode: 0 },
    handleScroll: false,
    handleScale: false,
  });
  const lines = Array.from({ length: count }, () =>
    chart.addSeries(LineSeries, {
      lineWidth: 2,
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: {
        type: "custom",
        minMove: unit === "eth" ? 1e-9 : unit === "percent" ? 0.1 : 1,
        formatter: (value: number) => (value < 0 ? "" : formatValue(value, unit)),
      },
      // From zero, so that a small change does not look like a large one.
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
        const found = original();
        const max = found?.priceRange?.maxValue ?? 0;
        return { priceRange: { minValue: 0, maxValue: max > 0 ? max : 1 } };
      },
    }),
  );
  return { chart, lines };
}

function paint({ chart, lines }: Drawn, host: HTMLElement): void {
  const theme = readChartTheme(host);
  chart.applyOptions({
    layout: { textColor: theme.text, fontFamily: getComputedStyle(host).fontFamily },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.line } },
    crosshair: {
      vertLine: { color: theme.cross, labelBackgroundColor: theme.cross },
      horzLine: { color: theme.cross, labelBackgroundColor: theme.cross },
    },
  });
  const colors = readChartColors(host);
  for (const [index, line] of lines.entries()) {
    line.applyOptions({ color: colors[index % colors.length] ?? theme.text });
  }
}
