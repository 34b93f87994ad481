import type { Currency } from "@/components/tokens/amounts/use-currency";
import { cn } from "@/components/ui/cn";
import { formatChange, formatDecimal } from "@/lib/web/format-decimal";
import { type Bar, toDecimal, type VolumeBar } from "./chart-series";

/** The numbers of one bar; read aloud only while somebody moves along the bars. */
export function ChartLegend({
  bar,
  volume,
  scale,
  unit,
  isPointed,
}: {
  bar: Bar | undefined;
  volume: VolumeBar | undefined;
  scale: number;
  unit: Currency;
  isPointed: boolean;
}) {
  if (bar === undefined) return null;
  const change = bar.open === 0 ? 0 : (100 * (bar.close - bar.open)) / bar.open;
  const show = (value: number) => formatDecimal(toDecimal(value, scale));
  return (
    <p
      aria-live={isPointed ? "polite" : "off"}
      className="nums pointer-events-none absolute top-2 left-3 z-10 flex flex-wrap gap-x-3 font-mono text-micro text-muted"
    >
      {isPointed && <span className="sr-only">{new Date(bar.time * 1_000).toLocaleString()}</span>}
      <Value name="O">{show(bar.open)}</Value>
      <Value name="H">{show(bar.high)}</Value>
      <Value name="L">{show(bar.low)}</Value>
      <Value name="C">{show(bar.close)}</Value>
      <span className={cn(change < 0 ? "text-down" : "text-up")}>
        {change < 0 ? "−" : "+"}
        {formatChange(toDecimal(Math.abs(change)))} %
      </span>
      <Value name="Vol">
        {formatDecimal(toDecimal(volume?.value ?? 0))} {unit}
      </Value>
    </p>
  );
}

const NAMES: Record<string, string> = {
  O: "Open",
  H: "High",
  L: "Low",
  C: "Close",
  Vol: "Volume",
};

function Value({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      <abbr title={NAMES[name]} className="text-faint no-underline">
        {name}
      </abbr>{" "}
      <span className="text-ink">{children}</span>
    </span>
  );
}
