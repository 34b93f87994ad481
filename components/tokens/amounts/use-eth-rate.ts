"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/domain/chains";
import { configQuery } from "@/lib/web/queries";
import { useCurrency } from "./use-currency";

const REFETCH_MS = 60_000;

/** The same worth in ETH and in dollars; without a feed the dollars are null. */
export type EthRate = { eth: string; usd: string | null };

/** What ETH is worth on a chain by its price feed. Refetches only while the user wants dollars. */
export function useEthRate(chain: ChainSlug): EthRate {
  const [currency] = useCurrency();
  const { data } = useQuery({
    ...configQuery(),
    ...(currency === "USD" ? { refetchInterval: REFETCH_MS } : {}),
  });
  const found = data?.chains.find(({ slug }) => slug === chain);
  return { eth: "1", usd: found?.ethUsd?.value ?? null };
}
