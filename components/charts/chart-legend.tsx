import type { ReactNode } from "react";
import type { Currency } from "@/components/tokens/amounts/use-currency";
import { cn } from "@/components/ui/cn";
import { formatChange, formatDecimal } from "@/lib/web/format/format-decimal";
import { type ChartSeries, toDecimal } from "./chart-series";
import { AVERAGE_COLORS } from "./chart-theme";
import { type AverageLength, averageAt } from "./moving-average";
import type { ChartSettings } from "./tools/chart-settings";

/** Values of the bar at an index. Announced only while the user moves along the bars. */
export function ChartLegend({
  series,
  at,
  unit,
  isPointed,
  settings,
}: {
  series: ChartSeries;
  at: number;
  unit: Currency;
  isPointed: boolean;
  settings: ChartSettings;
}) {
  const { bars, volumes, scale } = series;
  const bar = bars[at];
  if (bar === undefined) return null;
  const change = bar.open === 0 ? 0 : (100 * (bar.close - bar.open)) / bar.open;
  const show = (value: number) => formatDecimal(toDecimal(value, scale));
  const average = (length: AverageLength) => {
    const value = averageAt(bars, length, at);
    return (
      <Value name={`MA ${length}`} color={`var(${AVERAGE_COLORS[length]})`}>
        {value === null ? "–" : show(value)}
      </Value>
    );
  };
  return (
    <p
      aria-live={isPointed ? "polite" : "off"}
      className="nums pointer-events-none absolute top-2 right-16 left-3 z-10 flex flex-wrap gap-x-3 font-mono text-micro text-muted"
    >
      {isPointed && <span className="sr-only">{new Date(bar.time * 1_000).toLocaleString()}</span>}
      <Value name="O">{show(bar.open)}</Value>
      <Value name="H">{show(bar.high)}</Value>
      <Value name="L">{show(bar.low)}</Value>
      <Value name="C">{show(bar.close)}</Value>
      <span className={cn(change < 0 ? "text-down" : "text-up")}>
        {change < 0 ? "−" : "+"}
        {formatChange(toDecimal(Math.abs(change)))}%
      </span>
      {settings.volume && (
        <Value name="Vol">
          {formatDecimal(toDecimal(volumes[at]?.value ?? 0))} {unit}
        </Value>
      )}
      {settings.ma7 && average(7)}
      {settings.ma25 && average(25)}
    </p>
  );
}

const NAMES: Record<string, string> = {
  O: "Open",
  H: "High",
  L: "Low",
  C: "Close",
  Vol: "Volume",
  "MA 7": "Moving average of 7 bars",
  "MA 25": "Moving average of 25 bars",
};

function Value({ name, color, children }: { name: string; color?: string; children: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      {color !== undefined && (
        <span aria-hidden="true" style={{ color }}>
          ━{" "}
        </span>
      )}
      <abbr title={NAMES[name]} className="text-faint no-underline">
        {name}
      </abbr>{" "}
      <span className="text-ink">{children}</span>
    </span>
  );
}
