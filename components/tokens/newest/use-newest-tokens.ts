"use client";

import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import type { NewTokenList } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { newTokensQuery } from "@/lib/web/queries";
import { byAge, type ChainToken, onChain } from "./token-lists";

export type TokenListState = {
  status: "loading" | "ready" | "error";
  tokens: ChainToken[];
  /** Chains whose last request failed; their tokens may be outdated or missing. */
  failing: ChainSlug[];
  error: Error | null;
  retry: () => void;
};

/** The newest `limit` tokens of several chains as one live list. */
export function useNewestTokens(chains: readonly ChainSlug[], limit: number): TokenListState {
  const combine = useCallback(
    (results: UseQueryResult<NewTokenList, Error>[]) => combineLists(chains, limit, results),
    [chains, limit],
  );
  return useQueries({ queries: chains.map((chain) => newTokensQuery(chain, limit)), combine });
}

function combineLists(
  chains: readonly ChainSlug[],
  limit: number,
  results: readonly UseQueryResult<NewTokenList, Error>[],
): TokenListState {
  const lists = chains.flatMap((chain, index) => {
    const result = results[index];
    return result === undefined ? [] : [{ chain, result }];
  });
  const tokens = lists.flatMap(({ chain, result }) =>
    (result.data?.data ?? []).map((token) => onChain(chain, token)),
  );
  const failed = lists.filter(({ result }) => result.isError || result.failureCount > 1);
  return {
    status: statusOf(lists.map(({ result }) => result)),
    tokens: tokens.sort(byAge).slice(0, limit),
    failing: failed.map(({ chain }) => chain),
    error: failed[0]?.result.error ?? null,
    retry: () => {
      for (const { result } of lists) void result.refetch();
    },
  };
}

function statusOf(results: readonly UseQueryResult<unknown, Error>[]): TokenListState["status"] {
  if (results.some(({ data }) => data !== undefined)) return "ready";
  return results.every(({ isError }) => isError) ? "error" : "loading";
}
