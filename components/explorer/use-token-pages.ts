"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ChainToken, compareDecimals, onChain } from "@/components/tokens/newest/token-lists";
import type { ChainSlug } from "@/lib/shared/chains";
import { type SortedPart, sortedTokensQuery, type TokenSort } from "@/lib/web/queries";
import { EXPLORER_TABS, type ExplorerState } from "./explorer-state";
import { mergeRanked } from "./merge-ranked";

/** A token with its sort values. */
export type RankedToken = ChainToken & {
  volume24h: string;
  priceChange24h: string;
  /** Null without an ETH/USD feed. */
  marketCapUSD: string | null;
  /** Market caps of the last day in ETH, evenly spaced, oldest first. */
  sparkline: readonly string[];
  /** Decimals as numbers, parsed once because sorting compares them repeatedly. */
  rough: Record<"marketCapETH" | "volume24h" | "priceChange24h", number>;
};

/** Sorts like the API: largest first, ties by key so that the order is stable. */
const COMPARE: Record<TokenSort, (a: RankedToken, b: RankedToken) => number> = {
  marketCap: (a, b) =>
    b.rough.marketCapETH - a.rough.marketCapETH || compareDecimals(b.marketCapETH, a.marketCapETH),
  newest: (a, b) => b.createdAt - a.createdAt,
  volume24h: (a, b) =>
    b.rough.volume24h - a.rough.volume24h || compareDecimals(b.volume24h, a.volume24h),
  priceChange24h: (a, b) => b.rough.priceChange24h - a.rough.priceChange24h,
};

export type TokenPages = {
  status: "loading" | "ready" | "error";
  tokens: RankedToken[];
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** Tokens of one or several chains in one order, page by page. */
export function useTokenPages(chains: readonly ChainSlug[], state: ExplorerState): TokenPages {
  const { sort } = EXPLORER_TABS.find(({ id }) => id === state.tab) ?? EXPLORER_TABS[0];
  const filters = { manager: state.manager, ownerAddress: state.owner };
  const query = useInfiniteQuery(sortedTokensQuery(chains, sort, filters));
  const pages = query.data?.pages;
  const tokens = useMemo(() => {
    const lists = chains.map((chain) => {
      const own = pages?.flatMap((page) => page.filter((part) => part.chain === chain)) ?? [];
      return { items: unique(own.flatMap(tokensOf)), isComplete: own.at(-1)?.isLast ?? true };
    });
    const compare = COMPARE[sort];
    return mergeRanked<RankedToken>(lists, (a, b) => compare(a, b) || (a.key < b.key ? -1 : 1));
  }, [pages, chains, sort]);
  return {
    status: pages !== undefined ? "ready" : query.error === null ? "loading" : "error",
    tokens,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

const made = new WeakMap<SortedPart, RankedToken[]>();

/** Tokens of a page, memoized while the page is unchanged. */
function tokensOf(part: SortedPart): RankedToken[] {
  const held = made.get(part);
  if (held !== undefined) return held;
  const tokens = part.data.map((token) => {
    const { marketCapETH, volume24h = "0", priceChange24h = "0" } = token;
    return {
      ...onChain(part.chain, token),
      volume24h,
      priceChange24h,
      marketCapUSD: token.marketCapUSD ?? null,
      sparkline: token.sparkline ?? [],
      rough: {
        marketCapETH: Number(marketCapETH),
        volume24h: Number(volume24h),
        priceChange24h: Number(priceChange24h),
      },
    };
  });
  made.set(part, tokens);
  return tokens;
}

/** A token that climbs while pages load may appear twice; keep its first, newer entry. */
function unique(tokens: readonly RankedToken[]): RankedToken[] {
  const seen = new Set<string>();
  return tokens.filter((token) => seen.size < seen.add(token.key).size);
}
