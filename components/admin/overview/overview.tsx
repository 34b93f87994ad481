"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageLink } from "@/components/ui/page-link";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import type { OverviewRange } from "@/lib/features/overview/rules/range";
import { CHART_IDS, type OverviewAnswer } from "@/lib/features/overview/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { overviewQuery } from "@/lib/web/admin/admin-queries";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { userMessage } from "@/lib/web/user-message";
import { AdminTitle } from "../admin-title";
import { AuditEntries } from "../audit-log";
import { KIND_TITLES, utc } from "../jobs/job-labels";
import { ChartCard } from "./chart-card";

const RANGES = [
  { value: "hour", title: "Hour" },
  { value: "day", title: "Day" },
  { value: "week", title: "Week" },
] as const;
/** Servers measure once a minute. */
const LATE_SECONDS = 180;

/** The first page of the console: its numbers over time, reasons of failures and latest changes. */
export function Overview() {
  const [range, setRange] = useState<OverviewRange>("day");
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(overviewQuery(range));
  return (
    <section aria-labelledby="admin-title" aria-busy={isFetching}>
      <AdminTitle
        title="Overview"
        text="Launches, failures and payouts are counted from the jobs; everything else is measured once a minute."
        action={
          <Segmented
            label="Range"
            name="overview-range"
            value={range}
            options={RANGES}
            onChoose={setRange}
          />
        }
      />
      <div className="grid gap-8">
        {error !== null && (
          <Card>
            <ErrorState
              title="Could not load the numbers"
              detail={`${userMessage(error)}. Check on the status page which service is down.`}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
        {data === undefined && error === null && <Placeholder />}
        {data !== undefined && (
          <>
            <Freshness sampledAt={data.sampledAt} now={Math.floor(dataUpdatedAt / 1_000)} />
            <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {data.charts.map((chart) => (
                <ChartCard
                  key={chart.id}
                  chart={chart}
                  from={data.from}
                  stepSeconds={data.stepSeconds}
                />
              ))}
            </div>
            <Budgets budgets={data.budgets} />
            <Failures failures={data.failures} />
          </>
        )}
        <section aria-labelledby="changes-title" className="grid gap-3">
          <h2 id="changes-title" className="font-semibold text-title">
            Latest changes
          </h2>
          <AuditEntries />
        </section>
      </div>
    </section>
  );
}

function Placeholder() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the numbers
      </p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {CHART_IDS.map((id) => (
          <Skeleton key={id} className="h-60 rounded-card" />
        ))}
      </div>
    </div>
  );
}

function Freshness({ sampledAt, now }: { sampledAt: number | null; now: number }) {
  if (sampledAt === null) {
    return (
      <p role="status" className="text-muted text-sm">
        No measurements yet. The first values appear within a minute.
      </p>
    );
  }
  if (now - sampledAt < LATE_SECONDS) return null;
  return (
    <p role="status" className="text-danger text-sm">
      No measurements since {utc(new Date(sampledAt * 1_000).toISOString())}. Check the logs of the
      web servers for “background task failed” with the task sample-metrics.
    </p>
  );
}

function Budgets({ budgets }: Pick<OverviewAnswer, "budgets">) {
  return (
    <section aria-labelledby="budgets-now-title" className="grid gap-3">
      <h2 id="budgets-now-title" className="font-semibold text-title">
        Gas budgets now
      </h2>
      <Card className="divide-y overflow-hidden">
        {budgets.map(({ chain, hour, day }) => (
          <div
            key={chain}
            className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3 text-sm sm:px-5"
          >
            <p className="min-w-36 font-medium">{CHAINS[chain].name}</p>
            <p className="nums text-muted">Hour: {describe(hour)}</p>
            <p className="nums text-muted">Day: {describe(day)}</p>
          </div>
        ))}
      </Card>
    </section>
  );
}

function describe(window: OverviewAnswer["budgets"][number]["hour"]): string {
  if (window === null) return "unknown, because no node of the chain responds";
  const ether = (wei: string) => formatDecimal(formatWei(BigInt(wei)));
  return `${ether(window.spentWei)} of ${ether(window.limitWei)} ETH`;
}

function Failures({ failures }: Pick<OverviewAnswer, "failures">) {
  return (
    <section aria-labelledby="failures-title" className="grid gap-3">
      <h2 id="failures-title" className="font-semibold text-title">
        Failure reasons
      </h2>
      <Card className="overflow-hidden">
        {failures.length === 0 ? (
          <EmptyState title="No failures">No job failed in this period.</EmptyState>
        ) : (
          <ul className="divide-y">
            {failures.map(({ kind, reason, count, latestJobId, latestAt }) => (
              <li key={`${kind} ${reason}`} className="grid gap-1 px-4 py-3 text-sm sm:px-5">
                <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                  <span className="nums font-medium">{count}×</span>
                  <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{reason}</span>
                </div>
                <p className="text-muted text-xs">
                  {KIND_TITLES[kind]}, latest{" "}
                  <PageLink
                    href={`/admin/jobs/${encodeURIComponent(latestJobId)}`}
                    className="underline underline-offset-4"
                  >
                    {utc(new Date(latestAt * 1_000).toISOString())}
                  </PageLink>
                </p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
