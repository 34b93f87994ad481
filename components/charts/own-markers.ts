"use client";

import { useQueries } from "@tanstack/react-query";
import {
  createSeriesMarkers,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
} from "lightweight-charts";
import { useEffect, useMemo, useRef } from "react";
import { useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { ownChangesQuery } from "@/lib/web/position-queries";
import { toAxis } from "./axis-time";
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

/** Marks trades at their bars. */
export function useMarkers(
  drawn: { candles: ISeriesApi<"Candlestick">; theme: ChartTheme } | null,
  { bars, trades, seconds }: { bars: readonly Bar[]; trades: PositionChange[]; seconds: number },
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
    plugin.current?.setMarkers(series === null ? [] : markersOf(bars, trades, seconds, theme));
  }, [series, theme, bars, trades, seconds]);
}

/** One marker for all purchases of a bar and one for all its sales, in the order of time. */
function markersOf(
  bars: readonly Bar[],
  trades: PositionChange[],
  seconds: number,
  theme: ChartTheme,
): SeriesMarker<Time>[] {
  const times = new Set(bars.map(({ time }) => time));
  const marked = new Map<string, { time: number; isBuy: boolean; count: number }>();
  for (const { timestamp, type } of trades) {
    const time = timestamp - (timestamp % seconds);
    if (!times.has(time)) continue;
    const key = `${time}:${type}`;
    const count = (marked.get(key)?.count ?? 0) + 1;
    marked.set(key, { time, isBuy: type === "buy", count });
  }
  return [...marked.values()].map(({ time, isBuy, count }) => ({
    time: toAxis(time),
    position: isBuy ? "belowBar" : "aboveBar",
    shape: isBuy ? "arrowUp" : "arrowDown",
    color: isBuy ? theme.up : theme.down,
    text: `${isBuy ? "B" : "S"}${count > 1 ? ` ×${count}` : ""}`,
  }));
}
