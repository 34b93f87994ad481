"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn, configQuery } from "@/lib/web/queries";
import { useCurrency } from "./use-currency";

const REFETCH_MS = 60_000;

/** The same value in ETH and in USD; USD is null without a feed. */
export type EthRate = { eth: string; usd: string | null };

/** ETH price of a chain's feed. Refetches only while USD is selected. */
export function useEthRate(chain: ChainSlug): EthRate {
  const [currency] = useCurrency();
  const { data } = useQuery({
    ...configQuery(),
    ...(currency === "USD" ? { refetchInterval: REFETCH_MS } : {}),
  });
  const found = chainIn(data, chain);
  return { eth: "1", usd: found?.ethUsd?.value ?? null };
}
