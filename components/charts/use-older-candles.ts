"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CandleInterval } from "@/lib/domain/candles";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Candle } from "@/lib/schemas/data-price";
import { olderCandlesQuery } from "@/lib/web/token-queries";
import { prependOlder } from "./chart-series";

const NONE: readonly Candle[] = [];

/** The live candles with older ones before them, which `load` fetches a page at a time. */
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
  const candles = useMemo(() => prependOlder(older, newest ?? NONE), [older, newest]);

  const load = () => {
    const first = candles[0]?.timestamp;
    if (state.current !== "idle" || first === undefined) return;
    state.current = "loading";
    client
      .fetchQuery(olderCandlesQuery(chain, address, interval, first))
      .then((page) => {
        if (current.current !== series) return;
        state.current = page.candles.length === 0 ? "ended" : "idle";
        setOlder((held) => prependOlder(page.candles, held));
      })
      .catch(() => {
        // The view asks again with its next move; what is shown stays right.
        if (current.current === series) state.current = "idle";
      });
  };
  return { candles, load };
}
