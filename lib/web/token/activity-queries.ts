import { request } from "@slipway-launchpad/client";
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { TradeFilter } from "@/lib/features/market/rules/trade";
import type { ChainSlug } from "@/lib/shared/chains";
import { isStreamed } from "../live/streamed";
import {
  every,
  isOnePage,
  LIST_INTERVAL_MS,
  POLLED_ONLY,
  pollPages,
  RANKING_INTERVAL_MS,
  readQuery,
} from "../queries";
import { getTokenFees, listHolders, listTraders, listTrades } from "../reads/token-reads";

/** Queries of what a token's page shows after its first content: trades, holders, fees. */

/** Holders per page. */
const HOLDERS = 50;

/** The recipients of a token's fees. */
export function tokenFeesQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenFees, { params: { chain, tokenAddress } }),
    refetchInterval: every(RANKING_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  };
}

const firstCursor = (): string | null => null;

/**
 * Trades of a token in pages, newest first. The filter is the last part of the key: `patchTrades` reads it there.
 */
export function tradesQuery(chain: ChainSlug, tokenAddress: string, filter: TradeFilter = {}) {
  const params = { chain, tokenAddress };
  return infiniteQueryOptions({
    queryKey: [listTrades.id, params, filter],
    queryFn: ({ signal, pageParam }) =>
      request(
        listTrades,
        { params, query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    ...POLLED_ONLY,
    refetchInterval: (query) =>
      pollPages(query, LIST_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  });
}

/** Traders of a token in pages, largest realized profit first. */
export function tradersQuery(chain: ChainSlug, tokenAddress: string) {
  const params = { chain, tokenAddress };
  return infiniteQueryOptions({
    queryKey: [listTraders.id, params],
    queryFn: ({ signal, pageParam }) =>
      request(
        listTraders,
        { params, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    ...POLLED_ONLY,
    refetchInterval: (query) => pollPages(query, RANKING_INTERVAL_MS),
  });
}

/** Holders of a token in pages, largest first. */
export function holdersQuery(chain: ChainSlug, tokenAddress: string) {
  const params = { chain, tokenAddress };
  return infiniteQueryOptions({
    queryKey: [listHolders.id, params],
    queryFn: ({ signal, pageParam }) =>
      request(
        listHolders,
        { params, query: { limit: String(HOLDERS), offset: String(pageParam) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page, pages) =>
      page.holders.length < HOLDERS ? null : pages.length * HOLDERS,
    ...POLLED_ONLY,
    refetchInterval: (query) =>
      pollPages(
        query,
        RANKING_INTERVAL_MS,
        // The stream's events refetch a single page only.
        () => isOnePage(query) && isStreamed(chain, tokenAddress),
      ),
  });
}
