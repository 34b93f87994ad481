"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/domain/chains";
import { listTokens } from "@/lib/operations/data";
import { operationQuery } from "@/lib/web/queries";
import { useCurrency } from "./use-currency";

const FRESH_MS = 60_000;

/** The same worth in ETH and in dollars; without a feed the dollars are null. */
export type EthRate = { eth: string; usd: string | null };

const UNKNOWN: EthRate = { eth: "1", usd: null };

/**
 * What ether is worth on a chain, for amounts whose own list does not tell: read off the chain's
 * largest token. Asks only while somebody wants dollars.
 */
export function useEthRate(chain: ChainSlug): EthRate {
  const [currency] = useCurrency();
  const query = { sort: "marketCap", limit: "1" } as const;
  const { data } = useQuery({
    ...operationQuery(listTokens, { params: { chain }, query }),
    enabled: currency === "USD",
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const [largest] = data?.data ?? [];
  if (largest === undefined) return UNKNOWN;
  return { eth: largest.marketCapETH, usd: largest.marketCapUSD ?? null };
}
