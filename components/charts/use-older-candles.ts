"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type CandleInterval, INTERVALS } from "@/lib/features/market/rules/candles";
import type { Candle } from "@/lib/features/market/schema/price";
import type { ChainSlug } from "@/lib/shared/chains";
import { CANDLES_PER_PAGE, olderCandlesQuery } from "@/lib/web/token/token-queries";
import { prependOlder, withoutHole } from "./chart-series";

const NONE: readonly Candle[] = [];

/** Live candles preceded by older pages, which `load` fetches one at a time. */
export function useOlderCandles({
  chain,
  address,
  interval,
  newest,
}: {
  chain: ChainSlug;
  address: string;
  interval: CandleInterval;
  newest: readonly Candle[] | undefined;
}): { candles: readonly Candle[]; load: () => void } {
  const client = useQueryClient();
  const [older, setOlder] = useState<readonly Candle[]>(NONE);
  const state = useRef<"idle" | "loading" | "ended">("idle");
  const series = `${chain}/${address}/${interval}`;
  const current = useRef(series);
  useEffect(() => {
    current.current = series;
    state.current = "idle";
    setOlder(NONE);
  }, [series]);
  const { seconds } = INTERVALS[interval];
  const joined = withoutHole(older, newest ?? NONE, seconds);
  useEffect(() => {
    if (joined === older) return;
    // The newest candles start later, so the pages before them are loaded again.
    if (state.current === "ended") state.current = "idle";
    setOlder(joined);
  }, [joined, older]);
  const candles = useMemo(() => prependOlder(joined, newest ?? NONE), [joined, newest]);

  const load = () => {
    const first = candles[0]?.timestamp;
    if (state.current !== "idle" || first === undefined) return;
    // Less than a full page means that there are no older ones.
    if (candles.length < CANDLES_PER_PAGE) return;
    state.current = "loading";
    client
      .fetchQuery(olderCandlesQuery(chain, address, interval, first))
      .then((page) => {
        if (current.current !== series) return;
        state.current = page.candles.length === 0 ? "ended" : "idle";
        setOlder((held) => prependOlder(page.candles, held));
      })
      .catch(() => {
        // The next move of the view retries.
        if (current.current === series) state.current = "idle";
      });
  };
  return { candles, load };
}
