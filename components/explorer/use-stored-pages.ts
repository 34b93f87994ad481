"use client";

import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import type { TokenList } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { slicesOf } from "@/lib/shared/slices-of";
import { RANKING_INTERVAL_MS, readQuery } from "@/lib/web/queries";
import { listTokens } from "@/lib/web/reads/list-reads";
import { addressesByChain } from "@/lib/web/token/stored-tokens";
import { type ExplorerState, orderOf } from "./explorer-state";
import { compareBy, type TokenPages, toRanked } from "./use-token-pages";

/** As many tokens as one request names (`addresses` of the Data API). */
const ASKED_MAX = 50;
const SHOWN = { figures: "true", sparkline: "true" } as const;

/**
 * Tokens that this browser stores, in the order of the list. They are all loaded. A list that changes keeps
 * the rows that it has, also while the browser is offline.
 * @param keys null for none: then nothing is requested
 */
export function useStoredPages(
  chains: readonly ChainSlug[],
  keys: readonly string[] | null,
  state: ExplorerState,
): TokenPages {
  const client = useQueryClient();
  const { sort, isAscending } = orderOf(state);
  const parts = [...addressesByChain(keys ?? [])]
    .filter(([chain]) => chains.includes(chain))
    .flatMap(([chain, addresses]) =>
      // In an order of their own: a token that is viewed again changes no request.
      slicesOf(addresses.toSorted(), ASKED_MAX).map((part) => [chain, part] as const),
    );
  const results = useQueries({
    queries: parts.map(([chain, addresses]) => ({
      ...readQuery(listTokens, {
        params: { chain },
        query: { addresses: addresses.join(","), sort: "marketCap", limit: "50", ...SHOWN },
      }),
      initialData: () => knownTokens(client, chain, addresses),
      initialDataUpdatedAt: 0,
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
  const failed = results.find(({ isError, dataUpdatedAt }) => isError && dataUpdatedAt === 0);
  const isLoading = results.some(({ isPending }) => isPending);
  const isEmpty = tokens.length === 0;
  const retry = () => {
    for (const { refetch } of results) void refetch();
  };
  return {
    status: !isEmpty ? "ready" : failed !== undefined ? "error" : isLoading ? "loading" : "ready",
    tokens: tokens.sort(compareBy(sort, isAscending)),
    list: JSON.stringify([chains, sort, isAscending, keys]),
    isPrevious: false,
    isReordering: false,
    keys: new Set(tokens.map(({ key }) => key)),
    error: failed?.error ?? null,
    hasMore: false,
    isLoadingMore:
      !isEmpty &&
      results.some(({ isFetching, dataUpdatedAt }) => isFetching && dataUpdatedAt === 0),
    moreError: isEmpty ? null : (failed?.error ?? null),
    loadMore: retry,
    retry,
  };
}

/** Those of these tokens that earlier requests returned; undefined if none. */
function knownTokens(
  client: QueryClient,
  chain: ChainSlug,
  addresses: readonly string[],
): TokenList | undefined {
  const queryKey = [listTokens.id, { params: { chain }, query: SHOWN }];
  const lists = client
    .getQueriesData<TokenList>({ queryKey })
    .flatMap(([, list]) => (list === undefined ? [] : [list]));
  const known = new Map<string, TokenList["data"][number]>(
    lists.flatMap(({ data }) => data.map((token) => [token.tokenAddress, token] as const)),
  );
  const data = addresses.flatMap((address) => known.get(address) ?? []);
  const [first] = lists;
  return first === undefined || data.length === 0 ? undefined : { ...first, data };
}
