"use client";

import { useQueries } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import { slicesOf } from "@/lib/shared/slices-of";
import { RANKING_INTERVAL_MS, readQuery } from "@/lib/web/queries";
import { listTokens } from "@/lib/web/reads/list-reads";
import { addressesByChain } from "@/lib/web/token/kept-tokens";
import { type ExplorerState, orderOf } from "./explorer-state";
import { compareBy, type TokenPages, toRanked } from "./use-token-pages";

/** As many tokens as one request names (`addresses` of the Data API). */
const ASKED_MAX = 50;

/**
 * Tokens that this browser stores, in the order of the list. They are all loaded.
 * @param keys null for none: then nothing is requested
 */
export function useKeptPages(
  chains: readonly ChainSlug[],
  keys: readonly string[] | null,
  state: ExplorerState,
): TokenPages {
  const { sort, isAscending } = orderOf(state);
  const parts = [...addressesByChain(keys ?? [])]
    .filter(([chain]) => chains.includes(chain))
    .flatMap(([chain, addresses]) =>
      slicesOf(addresses, ASKED_MAX).map((part) => [chain, part] as const),
    );
  const results = useQueries({
    queries: parts.map(([chain, addresses]) => ({
      ...readQuery(listTokens, {
        params: { chain },
        query: {
          ...{ addresses: addresses.join(","), sort: "marketCap", limit: "50" },
          ...{ figures: "true", sparkline: "true" },
        },
      }),
      // A long list takes several requests, so each of them is repeated less often.
      refetchInterval: RANKING_INTERVAL_MS * parts.length,
    })),
  });
  const tokens = results.flatMap(({ data }, index) => {
    const chain = parts[index]?.[0];
    return chain === undefined
      ? []
      : (data?.data ?? []).map((token) => toRanked(chain, token, sort));
  });
  const failed = results.find(({ isError, data }) => isError && data === undefined);
  const isLoading = results.some(({ isPending }) => isPending);
  return {
    status: failed !== undefined ? "error" : isLoading ? "loading" : "ready",
    tokens: tokens.sort(compareBy(sort, isAscending)),
    isPrevious: false,
    keys: new Set(tokens.map(({ key }) => key)),
    error: failed?.error ?? null,
    hasMore: false,
    isLoadingMore: false,
    moreError: null,
    loadMore: () => undefined,
    retry: () => {
      for (const { refetch } of results) void refetch();
    },
  };
}
