"use client";

import { ChartLine, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { CHART_COLORS } from "@/components/charts/chart-theme";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { OverviewAnswer, OverviewChart } from "@/lib/features/overview/schema";
import { CHART_LABELS, formatValue, nameOf } from "./overview-labels";

const SeriesCanvas = inPart(
  dynamic(() => import("./series-canvas"), {
    ssr: false,
    loading: () => <Skeleton className="absolute inset-2 rounded-control" />,
  }),
);

type Props = { chart: OverviewChart } & Pick<OverviewAnswer, "from" | "stepSeconds">;

/** One chart with its latest values, or its table. */
export function ChartCard({ chart, from, stepSeconds }: Props) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const { title, text, href } = CHART_LABELS[chart.id];
  const isMeasured = chart.lines.some(({ values }) => values.some((value) => value !== null));
  return (
    <Card
      role="region"
      aria-labelledby={titleId}
      data-chart={chart.id}
      className="flex min-w-0 flex-col p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={titleId} className="font-semibold text-sm">
            {href === undefined ? (
              title
            ) : (
              <PageLink href={href} className="underline-offset-4 hover:underline">
                {title}
              </PageLink>
            )}
          </h2>
          <p className="mt-0.5 text-faint text-xs">{text}</p>
        </div>
        <Button
          size="small"
          variant="ghost"
          aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? (
            <ChartLine aria-hidden="true" className="size-3.5" />
          ) : (
            <Table2 aria-hidden="true" className="size-3.5" />
          )}
        </Button>
      </div>
      <Legend chart={chart} />
      <div className="relative mt-2 h-36">
        {isTable ? (
          <SeriesTable chart={chart} from={from} stepSeconds={stepSeconds} title={title} />
        ) : isMeasured ? (
          <SeriesCanvas chart={chart} from={from} stepSeconds={stepSeconds} />
        ) : (
          <p className="absolute inset-0 grid place-items-center text-center text-muted text-xs">
            No measurements in this period.
          </p>
        )}
      </div>
    </Card>
  );
}

/** The latest value of each line; for events their total in the range. */
function Legend({ chart }: { chart: OverviewChart }) {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {chart.lines.map((line, index) => (
        <div key={`${line.name} ${line.chain}`} className="flex items-center gap-1.5">
          <dt className="flex items-center gap-1.5 text-muted">
            <span
              aria-hidden="true"
              className="size-2 rounded-full"
              style={{ background: `var(${CHART_COLORS[index % CHART_COLORS.length]})` }}
            />
            {nameOf(line)}
          </dt>
          <dd className="nums font-medium">
            {line.now === null ? "unknown" : formatValue(line.now, chart.unit)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SeriesTable({ chart, from, stepSeconds, title }: Props & { title: string }) {
  const steps = (chart.lines[0]?.values ?? []).map((_, step) => step).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the keyboard
    <section tabIndex={0} aria-label={`${title}, table`} className="absolute inset-0 overflow-auto">
      <table className="nums w-full text-right text-xs">
        <caption className="sr-only">{title}, newest first</caption>
        <thead className="sticky top-0 bg-surface text-faint">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Time
            </th>
            {chart.lines.map((line) => (
              <th key={`${line.name} ${line.chain}`} scope="col" className="pl-3 font-normal">
                {nameOf(line)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step} className="border-t">
              <th scope="row" className="whitespace-nowrap py-1 text-left font-normal text-muted">
                {timeOf(from + step * stepSeconds)}
              </th>
              {chart.lines.map((line) => {
                const value = line.values[step] ?? null;
                return (
                  <td key={`${line.name} ${line.chain}`} className="pl-3">
                    {value === null ? "–" : formatValue(value, chart.unit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(5, 16).replace("T", " ")} UTC`;
}
