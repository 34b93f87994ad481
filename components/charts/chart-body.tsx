"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type RefObject, useMemo, useRef, useState } from "react";
import type { Currency } from "@/components/tokens/amounts/use-currency";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { CandleInterval } from "@/lib/features/market/rules/candles";
import { LAUNCH_SUPPLY } from "@/lib/features/market/rules/pool-math";
import type { TokenMarks } from "@/lib/features/market/schema/marks";
import type { ChainSlug } from "@/lib/shared/chains";
import { tokenMarksQuery, tokenPriceQuery } from "@/lib/web/token/token-queries";
import { CandleCanvas } from "./candle-canvas";
import { ChartLegend } from "./chart-legend";
import { marksOf } from "./chart-marks";
import { type ChartSeries, capAt, capValue, levelValue, toDecimal } from "./chart-series";
import { useChartSettings } from "./tools/chart-settings";
import { ChartTools } from "./tools/chart-tools";
import { addLine, lineKey, removeLine, removeLines, useLines } from "./tools/stored-lines";
import { useFullscreen } from "./tools/use-fullscreen";
import { useOwnTrades } from "./use-markers";
import type { PriceLine } from "./use-price-lines";

const CandleTable = dynamic(() => import("./candle-table").then((module) => module.CandleTable), {
  ssr: false,
  loading: () => <Skeleton className="absolute inset-3 rounded-control" />,
});

type ChartBodyProps = {
  chain: ChainSlug;
  address: string;
  series: ChartSeries;
  unit: Currency;
  interval: CandleInterval;
  title: string;
  isTable: boolean;
  onNeedOlder: () => void;
  /** Shown instead of candles that are not loaded; null when they are. */
  notLoaded: React.ReactNode;
  /** The card, which can fill the screen. */
  card: RefObject<HTMLElement | null>;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
};

/** Chart and table of a traded token with their tools, loaded after the page. */
export default function ChartBody(props: ChartBodyProps) {
  const { chain, address, series, unit, title, isTable, notLoaded, card, isFull } = props;
  const [isDrawing, setDrawing] = useState(false);
  const drawButton = useRef<HTMLButtonElement>(null);
  const key = lineKey(chain, address);
  const lines = useLines(key);
  const toggleFull = useFullscreen({ element: card, isFull, onFull: props.onFull });
  const hasCanvas = notLoaded === null && series.bars.length > 0 && !isTable;
  const finish = (value: number | null) => {
    setDrawing(false);
    const capEth = value === null ? null : capAt(series, value);
    if (capEth !== null) addLine(key, Number(capEth.toPrecision(8)));
    drawButton.current?.focus();
  };
  return (
    <div className={cn("flex flex-col", "h-full")}>
      <ChartTools
        hasCanvas={hasCanvas}
        isDrawing={isDrawing}
        onDrawing={setDrawing}
        drawButton={drawButton}
        lines={lines.map((capEth) => ({
          capEth,
          text: toDecimal(capValue(series, capEth), series.scale),
        }))}
        unit={unit}
        onRemove={(capEth) => removeLine(key, capEth)}
        onRemoveAll={() => removeLines(key)}
        isFull={isFull}
        onFull={toggleFull}
        card={card}
      />
      <div className="relative min-h-0 grow">
        {notLoaded ??
          (series.bars.length === 0 ? (
            <EmptyState className="absolute inset-0" title="No trades yet">
              The chart starts with the first trade.
            </EmptyState>
          ) : isTable ? (
            <PartBoundary fallback={<PartFailed />}>
              <CandleTable series={series} unit={unit} title={title} />
            </PartBoundary>
          ) : (
            <Candles {...props} drawnLines={lines} isDrawing={isDrawing} onDrawn={finish} />
          ))}
      </div>
    </div>
  );
}

function Candles({
  chain,
  address,
  series,
  unit,
  interval,
  title,
  drawnLines,
  isDrawing,
  onDrawn,
  onNeedOlder,
}: ChartBodyProps & {
  drawnLines: readonly number[];
  isDrawing: boolean;
  onDrawn: (value: number | null) => void;
}) {
  const [pointed, setPointed] = useState<number | null>(null);
  const settings = useChartSettings();
  const { data: marked } = useQuery(tokenMarksQuery(chain, address));
  const { data: price } = useQuery(tokenPriceQuery(chain, address));
  const ownTrades = useOwnTrades(chain, address);
  const { own, creator, wall } = settings;
  const marks = useMemo(
    () => marksOf(ownTrades, marked?.marks ?? [], { own, creator, wall }),
    [ownTrades, marked, own, creator, wall],
  );
  const launchCap = settings.launchLine ? price?.price.startingMarketCapETH : undefined;
  const bidWall = settings.wallLine ? marked?.bidWall : undefined;
  const lines = useMemo(
    () => linesOf(series, { launchCap, bidWall, drawnLines }),
    [series, launchCap, bidWall, drawnLines],
  );
  return (
    <>
      <ChartLegend
        series={series}
        at={pointed ?? series.bars.length - 1}
        unit={unit}
        isPointed={pointed !== null}
        settings={settings}
      />
      <CandleCanvas
        // A new interval has a new time axis: remount and start at its newest bar.
        key={interval}
        series={series}
        interval={interval}
        label={`${title}, ${interval} candles. Use the arrow keys to read them.`}
        settings={settings}
        ownTrades={ownTrades}
        marks={marks}
        lines={lines}
        isDrawing={isDrawing}
        onDrawn={onDrawn}
        onPoint={setPointed}
        onNeedOlder={onNeedOlder}
      />
    </>
  );
}

const TOKENS = Number(LAUNCH_SUPPLY / 10n ** 18n);

function linesOf(
  series: ChartSeries,
  {
    launchCap,
    bidWall,
    drawnLines,
  }: {
    launchCap: string | undefined;
    bidWall: TokenMarks["bidWall"] | undefined;
    drawnLines: readonly number[];
  },
): PriceLine[] {
  const lines: PriceLine[] = drawnLines.map((capEth) => ({
    title: "",
    value: capValue(series, capEth),
    look: "drawing",
  }));
  if (launchCap !== undefined) {
    const marketCap = Number(launchCap);
    const value = levelValue(series, { marketCap, price: marketCap / TOKENS });
    lines.push({ title: "Launch", value, look: "launch" });
  }
  if (bidWall) {
    const level = { marketCap: Number(bidWall.marketCapETH), price: Number(bidWall.priceETH) };
    lines.push({ title: "Bid wall", value: levelValue(series, level), look: "wall" });
  }
  return lines;
}
