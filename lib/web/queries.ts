import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { searchTokens } from "@/lib/features/market/operations/search";
import { getToken, listNewTokens, listTokens } from "@/lib/features/market/operations/tokens";
import type { TokenSort } from "@/lib/features/market/schema/token-order";
import type { TokenList } from "@/lib/features/market/schema/tokens";
import { getConfig } from "@/lib/features/system/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Operation } from "../operations/operation";

export type { TokenSort };

import { ApiError, type CallInput, call } from "@slipway-launchpad/client";
import { isStreamed } from "./live/streamed";

/** Poll interval of lists in milliseconds; the service caches them for 2 s. */
export const LIST_INTERVAL_MS = 2_000;
export const RANKING_INTERVAL_MS = 5_000;
const TOKEN_INTERVAL_MS = 10_000;
/** Tokens per page of the explorer, for each chain. */
const TOKENS = 50;

/** Query options of any operation. The key is the operation's id and its whole input. */
export function operationQuery<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}

/** The deployment's configuration. Only `ethUsd` changes without a restart of the service. */
export function configQuery() {
  return { ...operationQuery(getConfig, {}), staleTime: 60_000 };
}

/** The newest tokens of a chain, polled every two seconds. */
export function newTokensQuery(chain: ChainSlug, limit: number) {
  return {
    ...operationQuery(listNewTokens, { params: { chain }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
    refetchInterval: every(LIST_INTERVAL_MS, () => isStreamed(chain)),
  };
}

/** A token's details. Unknown tokens are polled: a fresh launch may not be indexed yet. */
export function tokenQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...operationQuery(getToken, { params: { chain, tokenAddress } }),
    refetchInterval: every(TOKEN_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  };
}

/**
 * Tokens of one or several chains in one order; each page has a part per chain. A chain without
 * more tokens is skipped; `isLast` marks its last page.
 */
export function sortedTokensQuery(
  chains: readonly ChainSlug[],
  sort: TokenSort,
  filters: { manager: string; ownerAddress: string },
) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  return infiniteQueryOptions({
    queryKey: [listTokens.id, "sorted", chains, sort, given],
    queryFn: ({ signal, pageParam }) =>
      Promise.all(
        pageParam.chains.map((chain) =>
          fetchSorted({ chain, sort, filters: given, offset: pageParam.offset, signal }),
        ),
      ),
    initialPageParam: { chains, offset: 0 },
    getNextPageParam: (page, pages) => {
      const left = page.filter(({ isLast }) => !isLast).map(({ chain }) => chain);
      return left.length === 0 ? null : { chains: left, offset: pages.length * TOKENS };
    },
    placeholderData: keepPreviousData,
    // With thousands of rows, comparing every value takes longer than a frame.
    structuralSharing: false,
    ...NO_POLLING,
    refetchInterval: (query) =>
      pollFirstPage(query, LIST_INTERVAL_MS, () => chains.every((chain) => isStreamed(chain))),
  });
}

/** One chain's part of a page of `sortedTokensQuery`. */
export type SortedPart = { chain: ChainSlug; data: TokenList["data"]; isLast: boolean };

/** Fetches one chain's part of a page, starting at `offset`. */
export async function fetchSorted(options: {
  chain: ChainSlug;
  sort: TokenSort;
  filters: Record<string, string>;
  offset: number;
  signal?: AbortSignal;
}): Promise<SortedPart> {
  const { chain, sort, filters, offset, signal } = options;
  const sparkline = "true" as const;
  const query = { ...filters, sort, sparkline, limit: String(TOKENS), offset: String(offset) };
  const { data } = await call(listTokens, { params: { chain }, query }, signal ? { signal } : {});
  return { chain, data, isLast: data.length < TOKENS };
}

/** Tokens whose name, symbol or address starts with a text. */
export function searchQuery(chain: ChainSlug, text: string) {
  return {
    ...operationQuery(searchTokens, { params: { chain }, query: { q: text, limit: "8" } }),
    staleTime: 10_000,
  };
}

/** Whether a list has only its first page. */
export function isOnePage({ state: { data } }: { state: { data?: unknown } }): boolean {
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : [];
  return !Array.isArray(pages) || pages.length <= 1;
}

/**
 * Lists of several pages are not polled: refetching them all is expensive, and a browser that
 * resumes with hundreds of pages would send hundreds of requests.
 */
export const NO_POLLING = {
  refetchOnMount: isOnePage,
  refetchOnWindowFocus: isOnePage,
  refetchOnReconnect: isOnePage,
};

/** Polls single-page lists as `every` does, and others not at all. */
export function pollFirstPage(
  query: { state: { data?: unknown; error: Error | null } },
  intervalMs: number,
  isStreamed?: () => boolean,
): number | false {
  return isOnePage(query) && every(intervalMs, isStreamed)(query);
}

/** The Data API returns 400 for a chain that it does not serve: a retry cannot help. */
export function isUnservedChain(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/**
 * Polls at `intervalMs`, except while a stream reports changes, which also refetches time-based
 * data. After an error it respects the service's retry delay. Returns a function for
 * `refetchInterval` (React Query itself stops polling while the page is hidden).
 */
export function every(intervalMs: number, isStreamed = () => false) {
  return (query: { state: { error: Error | null } }): number | false => {
    const { error } = query.state;
    if (error === null) return isStreamed() ? false : intervalMs;
    if (isUnservedChain(error)) return false;
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    return Math.max(askedMs, intervalMs * 2);
  };
}
