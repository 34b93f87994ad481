"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CandleInterval, INTERVALS } from "@/lib/features/market/rules/candles";
import type { ChainSlug } from "@/lib/shared/chains";
import { patchEmptyCandles } from "@/lib/web/live/patch-candles";

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

/** Adds a candle for each new bucket without a trade, while the page is visible. */
export function useEmptyCandles({
  chain,
  address,
  interval,
}: {
  chain: ChainSlug;
  address: string;
  interval: CandleInterval;
}): void {
  const client = useQueryClient();
  const { seconds } = INTERVALS[interval];
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const fill = () => patchEmptyCandles(client, chain, address);
    const onVisibility = () => {
      clearInterval(timer);
      if (document.visibilityState === "hidden") return;
      fill();
      timer = setInterval(fill, Math.min(seconds, MINUTE_SECONDS) * SECOND_MS);
    };
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      clearInterval(timer);
    };
  }, [client, chain, address, seconds]);
}
