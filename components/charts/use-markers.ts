"use client";

import { useQueries } from "@tanstack/react-query";
import {
  createSeriesMarkers,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
} from "lightweight-charts";
import { useEffect, useMemo, useRef } from "react";
import { useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { ownChangesQuery } from "@/lib/web/position-queries";
import { type ChartMark, markersOf } from "./chart-marks";
import type { Bar } from "./chart-series";
import type { ChartTheme } from "./chart-theme";

/** The reader's own purchases and sales of a token, oldest first. */
export function useOwnTrades(chain: ChainSlug, token: string): PositionChange[] {
  const own = useOwnAddresses(chain);
  const answers = useQueries({
    queries: own.map(({ address }) => ownChangesQuery(chain, token, address)),
    combine: (results) => results.map(({ data }) => data?.history ?? NONE),
  });
  return useMemo(
    () =>
      answers
        .flat()
        .filter(({ type }) => type === "buy" || type === "sell")
        .sort((a, b) => a.timestamp - b.timestamp),
    [answers],
  );
}
const NONE: PositionChange[] = [];

/** Draws marks at their bars. */
export function useMarkers(
  drawn: { candles: ISeriesApi<"Candlestick">; theme: ChartTheme } | null,
  { bars, marks, seconds }: { bars: readonly Bar[]; marks: ChartMark[]; seconds: number },
): void {
  const plugin = useRef<ISeriesMarkersPluginApi<Time> | null>(null);
  const series = drawn?.candles ?? null;
  const theme = drawn?.theme;
  useEffect(() => {
    if (series === null) return;
    const made = createSeriesMarkers(series, []);
    plugin.current = made;
    return () => {
      plugin.current = null;
    };
  }, [series]);
  useEffect(() => {
    if (theme === undefined) return;
    plugin.current?.setMarkers(series === null ? [] : markersOf(bars, marks, seconds, theme));
  }, [series, theme, bars, marks, seconds]);
}
