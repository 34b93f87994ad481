"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartCandlestick, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { CurrencySwitch } from "@/components/tokens/amounts/currency-switch";
import { useCurrency } from "@/components/tokens/amounts/use-currency";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { inPart } from "@/components/ui/part-boundary";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { CANDLE_INTERVALS, type CandleInterval } from "@/lib/features/market/rules/candles";
import type { ChainSlug } from "@/lib/shared/chains";
import { serverSeconds } from "@/lib/web/server-time";
import { candlesQuery, tokenPriceQuery } from "@/lib/web/token/token-queries";
import { type Metric, toSeries } from "./chart-series";
import { useEmptyCandles } from "./use-empty-candles";
import { useOlderCandles } from "./use-older-candles";

const ChartBody = inPart(
  dynamic(() => import("./chart-body"), {
    ssr: false,
    loading: Loading,
  }),
);

function Loading() {
  return <Skeleton className="absolute inset-3 rounded-control" />;
}

type PriceChartProps = { chain: ChainSlug; address: string; symbol: string };

/** Live candles with volume, and a table for screen readers. */
export function PriceChart({ chain, address, symbol }: PriceChartProps) {
  const [chosen, setInterval] = useState<CandleInterval | null>(null);
  const [metric, setMetric] = useState<Metric>("marketCap");
  const [isTable, setTable] = useState(false);
  const [isFull, setFull] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const price = useQuery(tokenPriceQuery(chain, address));
  const interval = chosen ?? intervalFor(price.data?.status.createdAt);
  const { series, unit, hasDollars, candles, older } = useSeries({
    chain,
    address,
    interval,
    metric,
  });
  const { data, error, refetch } = candles;
  // Once there are candles, the tools remain while those of another interval are loaded.
  const [hasTraded, setTraded] = useState(false);
  if (!hasTraded && series.bars.length > 0) setTraded(true);
  // Candles arrive in an update that React cannot interrupt; tools and legend do not belong in it.
  const showsBody = useDeferredValue(hasTraded);
  const title = `${metric === "marketCap" ? "Market cap" : "Price"} in ${unit}`;
  const notLoaded =
    data === undefined ? <NotLoaded error={error} onRetry={() => void refetch()} /> : null;
  return (
    <Card
      ref={card}
      data-slot="price-chart"
      className={cn(
        "overflow-hidden",
        isFull && "fixed inset-0 z-50 flex flex-col rounded-none border-0",
      )}
    >
      <Toolbar
        interval={interval}
        onInterval={setInterval}
        metric={metric}
        onMetric={setMetric}
        isTable={isTable}
        onTable={setTable}
        hasDollars={hasDollars}
      />
      <div className={cn("relative", isFull ? "min-h-0 grow" : "h-[20rem] sm:h-[27rem]")}>
        {showsBody ? (
          <ChartBody
            chain={chain}
            address={address}
            series={series}
            unit={unit}
            interval={interval}
            title={`${title} of ${symbol}`}
            isTable={isTable}
            onNeedOlder={older.load}
            notLoaded={notLoaded}
            card={card}
            isFull={isFull}
            onFull={setFull}
          />
        ) : (
          (notLoaded ??
          (hasTraded ? (
            <Loading />
          ) : (
            <EmptyState className="absolute inset-0" title="No trades yet">
              The chart starts with the first trade.
            </EmptyState>
          )))
        )}
      </div>
    </Card>
  );
}

function NotLoaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Loading />;
  return (
    <ErrorState
      className="absolute inset-0 grid place-items-center"
      title="Could not load the chart"
      detail={error.message}
      onRetry={onRetry}
    />
  );
}

/** The candles of an interval as bars, in dollars where the reader wants them and a rate is known. */
function useSeries({
  chain,
  address,
  interval,
  metric,
}: {
  chain: ChainSlug;
  address: string;
  interval: CandleInterval;
  metric: Metric;
}) {
  const [currency] = useCurrency();
  const candles = useQuery(candlesQuery(chain, address, interval));
  useEmptyCandles({ chain, address, interval });
  const older = useOlderCandles({ chain, address, interval, newest: candles.data?.candles });
  const { usd } = useEthRate(chain);
  const usdPerEth = usd === null ? null : Number(usd);
  const unit = usdPerEth === null ? "ETH" : currency;
  const series = useMemo(
    () => toSeries(older.candles, { metric, usdPerEth: unit === "USD" ? (usdPerEth ?? 1) : 1 }),
    [older.candles, metric, unit, usdPerEth],
  );
  return { series, unit, hasDollars: usdPerEth !== null, candles, older } as const;
}

type ToolbarProps = {
  interval: CandleInterval;
  onInterval: (interval: CandleInterval) => void;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  hasDollars: boolean;
};

function Toolbar({
  interval,
  onInterval,
  metric,
  onMetric,
  isTable,
  onTable,
  hasDollars,
}: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b p-2 sm:p-2.5">
      <Segmented
        label="Interval"
        name="interval"
        value={interval}
        options={CANDLE_INTERVALS.map((value) => ({ value, title: value }))}
        onChoose={onInterval}
        className="min-w-0 max-w-full overflow-x-auto"
      />
      <Segmented
        label="Metric"
        name="metric"
        value={metric}
        options={[
          { value: "marketCap", title: "MCap" },
          { value: "price", title: "Price" },
        ]}
        onChoose={onMetric}
      />
      {hasDollars && <CurrencySwitch />}
      <Button
        variant="ghost"
        size="icon"
        aria-pressed={isTable}
        aria-label={isTable ? "Show chart" : "Show table"}
        onClick={() => onTable(!isTable)}
        className="ml-auto"
      >
        {isTable ? (
          <ChartCandlestick aria-hidden="true" className="size-4.5" />
        ) : (
          <Table2 aria-hidden="true" className="size-4.5" />
        )}
      </Button>
    </div>
  );
}

const MINUTE = 60;
const HOUR = 3_600;

/** Chooses the interval for a token's age. Both times are Unix seconds. */
function intervalFor(createdAt: number | undefined): CandleInterval {
  if (createdAt === undefined) return "1m";
  const age = serverSeconds() - createdAt;
  if (age < 5 * MINUTE) return "1s";
  if (age < 12 * HOUR) return "1m";
  return age < 7 * 24 * HOUR ? "15m" : "1h";
}
