import type { Currency } from "@/components/tokens/amounts/use-currency";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { type ChartSeries, toDecimal } from "./chart-series";

const ROWS_MAX = 120;
const COLUMNS = ["Time", "Open", "High", "Low", "Close", "Volume"] as const;

type CandleTableProps = { series: ChartSeries; unit: Currency; title: string };

/** The candles as a table, newest first. */
export function CandleTable({ series, unit, title }: CandleTableProps) {
  const { bars, volumes, scale } = series;
  const show = (value: number, by = scale) => formatDecimal(toDecimal(value, by));
  const rows = bars
    .map((bar, index) => ({ ...bar, volume: volumes[index]?.value ?? 0 }))
    .slice(-ROWS_MAX)
    .reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the keyboard
    <section tabIndex={0} aria-label={title} className="absolute inset-0 overflow-auto">
      <table className="nums w-full text-right font-mono text-xs">
        <caption className="sr-only">
          {title}, volume in {unit}
        </caption>
        <thead className="sticky top-0 bg-surface text-faint">
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-normal first:text-left">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.time} className="border-t">
              <th
                scope="row"
                className="whitespace-nowrap px-3 py-1.5 text-left font-normal text-muted"
              >
                {new Date(row.time * 1_000).toLocaleString()}
              </th>
              <td className="px-3">{show(row.open)}</td>
              <td className="px-3">{show(row.high)}</td>
              <td className="px-3">{show(row.low)}</td>
              <td className="px-3">{show(row.close)}</td>
              <td className="px-3">{show(row.volume, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
