"use client";

import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ChainToken, compareDecimals, onChain } from "@/components/tokens/newest/token-lists";
import type { TokenListItem } from "@/lib/features/market/schema/tokens";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { sortValue } from "@/lib/web/format/sort-value";
import { uniqueBy } from "@/lib/web/format/unique-by";
import { NOT_DERIVED } from "@/lib/web/live/token-rows";
import { type SortedPart, sortedTokensQuery, type TokenSort } from "@/lib/web/queries";
import { type ExplorerState, filtersOf, orderOf } from "./explorer-state";
import { mergeRanked } from "./merge-ranked";

/** A token with its sort values. */
export type RankedToken = ChainToken & {
  volume24h: string;
  priceChange24h: string;
  /** Null without an ETH/USD feed. */
  marketCapUSD: string | null;
  /** Market caps of the last day in ETH, evenly spaced, oldest first. */
  sparkline: readonly string[];
  figures: NonNullable<TokenListItem["figures"]>;
  /** The value of the list's order as a number, parsed once because sorting compares it repeatedly. */
  rough: number;
};

/**
 * Sorts like the API: largest first, market caps and volumes that round to one number exactly. Equal tokens
 * of a chain keep the order of the response (the sort is stable), so that the next page continues the last.
 */
export function compareBy(sort: TokenSort, isAscending: boolean) {
  const exactly = (a: RankedToken, b: RankedToken) =>
    sort === "marketCap"
      ? compareDecimals(b.marketCapETH, a.marketCapETH)
      : sort === "volume24h"
        ? compareDecimals(b.volume24h, a.volume24h)
        : 0;
  return (a: RankedToken, b: RankedToken) => {
    const order = b.rough - a.rough || exactly(a, b);
    const byChain = CHAIN_SLUGS.indexOf(a.chain) - CHAIN_SLUGS.indexOf(b.chain);
    return (isAscending ? -order : order) || byChain;
  };
}

export type TokenPages = {
  status: "loading" | "ready" | "error";
  tokens: RankedToken[];
  /** Names the list: chains, order and filters. */
  list: string;
  /** Whether the tokens are still those of the previous order. */
  isPrevious: boolean;
  /** Whether the new order is loading; false while the browser is offline. */
  isReordering: boolean;
  /** The keys of all loaded tokens, also of those that wait for more of another chain. */
  keys: ReadonlySet<string>;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** The error of the last request. While it is set, only the user's `loadMore` requests a further page. */
  moreError: Error | null;
  loadMore: () => void;
  retry: () => void;
};

/**
 * Tokens of one or several chains in one order, page by page.
 * @param limit tokens per page, for each chain
 */
export function useTokenPages(
  chains: readonly ChainSlug[],
  state: ExplorerState,
  limit?: number,
): TokenPages {
  const { sort, isAscending } = orderOf(state);
  const query = useInfiniteQuery(sortedTokensQuery(chains, sort, filtersOf(state), limit));
  const pages = query.data?.pages;
  const { tokens, keys } = useMemo(() => {
    const lists = chains.map((chain) => {
      const own = pages?.flatMap((page) => page.filter((part) => part.chain === chain)) ?? [];
      return {
        items: uniqueBy(
          own.flatMap((part) => tokensOf(part, sort)),
          byKey,
        ),
        isComplete: own.at(-1)?.isLast ?? true,
      };
    });
    return {
      tokens: mergeRanked<RankedToken>(lists, compareBy(sort, isAscending)),
      keys: new Set(lists.flatMap(({ items }) => items.map(byKey))),
    };
  }, [pages, chains, sort, isAscending]);
  return {
    status: pages !== undefined ? "ready" : query.error === null ? "loading" : "error",
    tokens,
    list: JSON.stringify([chains, sort, isAscending, filtersOf(state)]),
    isPrevious: query.isPlaceholderData,
    isReordering: isReordering(query),
    keys,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    // Also while a refresh fails: each attempt to load more would cancel it.
    moreError: pages !== undefined && query.hasNextPage ? query.error : null,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** Whether a query shows the tokens of the previous order and loads those of its own. */
export function isReordering({
  isPlaceholderData,
  fetchStatus,
}: Pick<UseInfiniteQueryResult, "isPlaceholderData" | "fetchStatus">): boolean {
  return isPlaceholderData && fetchStatus !== "paused";
}

const byKey = ({ key }: RankedToken) => key;

const made = new WeakMap<SortedPart, RankedToken[]>();
const ranked = new WeakMap<TokenListItem, RankedToken>();

const NO_FIGURES: RankedToken["figures"] = { priceETH: "0", ...NOT_DERIVED };

/**
 * Tokens of a page, which is of one order. Those that have not changed keep their identity, so that a
 * trade renders one row.
 */
function tokensOf(part: SortedPart, sort: TokenSort): RankedToken[] {
  const held = made.get(part);
  if (held !== undefined) return held;
  const tokens = part.data.map((item) => {
    const token = ranked.get(item) ?? toRanked(part.chain, item, sort);
    ranked.set(item, token);
    return token;
  });
  made.set(part, tokens);
  return tokens;
}

/** A token of a chain with what rows and the order need. */
export function toRanked(chain: ChainSlug, token: TokenListItem, sort: TokenSort): RankedToken {
  return {
    ...onChain(chain, token),
    volume24h: token.volume24h ?? "0",
    priceChange24h: token.priceChange24h ?? "0",
    marketCapUSD: token.marketCapUSD ?? null,
    sparkline: token.sparkline ?? [],
    figures: token.figures ?? NO_FIGURES,
    rough: sortValue(sort, token),
  };
}
