"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ChainSlug } from "@/lib/shared/chains";
import type { QuoteState } from "@/lib/web/trade/run/next-action";
import type { LaunchpadContracts } from "@/lib/web/trade/token-contracts";
import { QUOTE_LIFE_MS, quoteQuery } from "@/lib/web/trade/trade-queries";

/** Wait until the user stops typing. */
const TYPING_MS = 220;

/**
 * Live quote of an order. `expired`: it could not be refreshed for 30 s and must not be used.
 * `renew` fetches a new quote immediately.
 */
export function useQuote(options: {
  chain: ChainSlug;
  facts: LaunchpadContracts | undefined;
  side: TradeSide;
  token: `0x${string}`;
  amountIn: bigint | null;
  /** The quote is frozen while a trade runs. */
  paused: boolean;
}) {
  const { chain, facts, side, token, amountIn, paused } = options;
  const { amount: settled, at: settledAt } = useSettled(amountIn);
  const order = settled === null ? null : { side, token, amountIn: settled };
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...quoteQuery(chain, facts, order),
    enabled: !paused,
    placeholderData: keepPreviousData,
  });
  const isOld = useIsOld(dataUpdatedAt, QUOTE_LIFE_MS);
  const isSettled = settled === amountIn;
  const quote = amountIn === null || settled === null ? null : (data ?? null);
  // Neither a rejected price nor one of an earlier order is used while the next one loads.
  const [refusedAt, setRefusedAt] = useState(0);
  const renew = () => {
    setRefusedAt(Date.now());
    void refetch();
  };
  return { quote, state: stateOf(), problem: error, dataUpdatedAt, renew };

  function stateOf(): QuoteState {
    if (amountIn === null) return "none";
    if (error !== null && isSettled) return "failed";
    if (quote === null || !isSettled || isPlaceholderData) return "loading";
    if (dataUpdatedAt <= refusedAt || dataUpdatedAt < settledAt) return "loading";
    return isOld && !paused ? "expired" : "fresh";
  }
}

type Settled = { amount: bigint | null; at: number };

/** Debounced amount, and since when it applies; an empty amount applies immediately. */
function useSettled(amountIn: bigint | null): Settled {
  const [settled, setSettled] = useState<Settled>(() => ({ amount: amountIn, at: Date.now() }));
  useEffect(() => {
    const settle = () =>
      setSettled((before) =>
        before.amount === amountIn ? before : { amount: amountIn, at: Date.now() },
      );
    const timer = setTimeout(settle, amountIn === null ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [amountIn]);
  return settled;
}

/** Whether `lifeMs` have passed since `sinceMs`. */
function useIsOld(sinceMs: number, lifeMs: number): boolean {
  const [oldSince, setOldSince] = useState(0);
  useEffect(() => {
    if (sinceMs === 0) return;
    const timer = setTimeout(
      () => setOldSince(sinceMs),
      Math.max(0, sinceMs + lifeMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [sinceMs, lifeMs]);
  return sinceMs !== 0 && oldSince === sinceMs;
}
