import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  replaceEqualDeep,
} from "@tanstack/react-query";
import type { TokenSort } from "@/lib/features/market/schema/token-order";
import type { TokenList } from "@/lib/features/market/schema/tokens";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Operation } from "../operations/operation";

export type { TokenSort };

import { ApiError, type CallInput, type CallOptions, request } from "@slipway-launchpad/client";
import { isStreamed } from "./live/streamed";
import type { Read } from "./reads/define-read";
import { getConfig, getToken, listNewTokens, listTokens, searchTokens } from "./reads/list-reads";

/** Poll interval of lists in milliseconds; the service caches them for 2 s. */
export const LIST_INTERVAL_MS = 2_000;
export const RANKING_INTERVAL_MS = 5_000;
const TOKEN_INTERVAL_MS = 10_000;
/** Tokens per page of the explorer, for each chain. */
const TOKENS = 50;

/**
 * `dataUpdatedAt` of data that the server has rendered: its clock may differ from the browser's. The
 * market's stream continues where the page was rendered; without one, the first poll updates the data.
 */
export const FROM_SERVER = 0;

/** On a slow phone, the stream opens seconds after the page has arrived with its data. */
const FIRST_POLL_MS = 6_000;

type Held = { state: { data?: unknown; dataUpdatedAt?: number } };
type Polled = Held & { state: { error: Error | null } };

/** Whether data is fetched again on mount: not what the page has just arrived with. */
function isFetchedHere({ state }: Held): boolean {
  return state.data === undefined || state.dataUpdatedAt !== FROM_SERVER;
}

/** Query options of a read. The key is its operation's id and the whole input. */
export function readQuery<O extends Operation>(read: Read<O>, input: CallInput<O>) {
  return queryOptions({
    queryKey: [read.id, input],
    queryFn: ({ signal }) => request(read, input, { signal }),
  });
}

/** The deployment's configuration. Only `ethUsd` changes without a restart of the service. */
export function configQuery() {
  return { ...readQuery(getConfig, {}), staleTime: 60_000 };
}

/** The configuration of a chain; undefined until it is loaded, and for a chain that is not served. */
export function chainIn(config: Pick<Config, "chains"> | undefined, chain: ChainSlug) {
  return config?.chains.find(({ slug }) => slug === chain);
}

/** The newest tokens of a chain, polled every two seconds. */
export function newTokensQuery(chain: ChainSlug, limit: number) {
  return {
    ...readQuery(listNewTokens, { params: { chain }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
    refetchOnMount: isFetchedHere,
    refetchInterval: every(LIST_INTERVAL_MS, () => isStreamed(chain)),
  };
}

/** A token's details. Unknown tokens are polled: a fresh launch may not be indexed yet. */
export function tokenQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getToken, { params: { chain, tokenAddress } }),
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
  filters: ListFilters,
  limit = TOKENS,
) {
  const queryKey = [listTokens.id, "sorted", chains, sort, withoutEmpty(filters), limit];
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      Promise.all(
        pageParam.map((place) => fetchSorted({ ...place, sort, filters, limit }, { signal })),
      ),
    initialPageParam: firstPage(chains),
    getNextPageParam: (page) => {
      const left = page.filter(({ isLast }) => !isLast);
      return left.length === 0 ? null : left.map(({ chain, next }) => ({ chain, cursor: next }));
    },
    // Another order lists the same tokens. Those of other filters or chains are not what the page asks for.
    placeholderData: (held, query) =>
      query !== undefined && tokensIn(query.queryKey) === tokensIn(queryKey) ? held : undefined,
    // With thousands of rows, comparing every value takes longer than a frame.
    structuralSharing: (held, fresh) => (hasOnePage(fresh) ? replaceEqualDeep(held, fresh) : fresh),
    ...POLLED_ONLY,
    refetchOnMount: (query) => isOnePage(query) && isFetchedHere(query),
    refetchInterval: (query) =>
      pollPages(query, LIST_INTERVAL_MS, () => chains.every((chain) => isStreamed(chain))),
  });
}

/** The filters in a key of `sortedTokensQuery`: its tokens, whatever their order. */
function tokensIn([, , chains, , filters, limit]: QueryKey): string {
  const given = typeof filters === "object" ? filters : {};
  return hashKey([chains, { ...given, orderDirection: "" }, limit]);
}

type Place = { chain: ChainSlug; cursor: string | null };

/** Start position of a list over several chains. */
function firstPage(chains: readonly ChainSlug[]): Place[] {
  return chains.map((chain) => ({ chain, cursor: null }));
}

/** Query parameters of a list; empty ones are left out. */
export type ListFilters = Record<string, string>;

/** One chain's part of a page of `sortedTokensQuery`. */
export type SortedPart = {
  chain: ChainSlug;
  data: TokenList["data"];
  /** Cursor of the next page. */
  next: string | null;
  isLast: boolean;
};

/** Fetches one chain's part of a page, after `cursor`. */
export async function fetchSorted(
  part: Place & { sort: TokenSort; filters: ListFilters; limit?: number | undefined },
  options: CallOptions = {},
): Promise<SortedPart> {
  const { chain, sort, filters, limit = TOKENS, cursor } = part;
  const query = {
    ...withoutEmpty(filters),
    sort,
    sparkline: "true",
    figures: "true",
    limit: String(limit),
    ...(cursor === null ? {} : { cursor }),
  } as const;
  const { data, pagination } = await request(listTokens, { params: { chain }, query }, options);
  const next = pagination.next ?? null;
  return { chain, data, next, isLast: next === null };
}

function withoutEmpty(filters: ListFilters): ListFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** Tokens whose name, symbol or address starts with a text. */
export function searchQuery(chain: ChainSlug, text: string) {
  return {
    ...readQuery(searchTokens, { params: { chain }, query: { q: text, limit: "8" } }),
    staleTime: 10_000,
  };
}

/** Whether a list has only its first page. */
export function isOnePage({ state: { data } }: { state: { data?: unknown } }): boolean {
  return hasOnePage(data);
}

function hasOnePage(data: unknown): boolean {
  return pagesIn(data) <= 1;
}

function pagesIn(data: unknown): number {
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : [];
  return Array.isArray(pages) ? pages.length : 0;
}

/** Pages of a list that a tab refetches together when it becomes visible or shows the list again. */
const PAGES_TOGETHER_MAX = 3;

function isShort({ state: { data } }: { state: { data?: unknown } }): boolean {
  return pagesIn(data) <= PAGES_TOGETHER_MAX;
}

/**
 * Long lists are refetched by their polls only: a browser that resumes with hundreds of pages would send
 * hundreds of requests.
 */
export const POLLED_ONLY = {
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
};

/**
 * Polls lists as `every` does. A poll requests all loaded pages, so that totals, order and rows agree; a
 * list of more pages is polled less often, with as many requests a minute.
 */
export function pollPages(
  query: Polled,
  intervalMs: number,
  isStreamed?: () => boolean,
): number | false {
  return every(intervalMs * Math.max(1, pagesIn(query.state.data)), isStreamed)(query);
}

/** The Data API returns 400 for a chain that it does not serve: a retry cannot help. */
function isUnservedChain(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/**
 * Polls at `intervalMs`, except while a stream reports changes, which also refetches time-based
 * data. After an error it respects the service's retry delay. Returns a function for
 * `refetchInterval` (React Query itself stops polling while the page is hidden).
 */
export function every(intervalMs: number, isStreamed = () => false) {
  return (query: Polled): number | false => {
    const { error } = query.state;
    if (error === null) {
      if (isStreamed()) return false;
      return isFetchedHere(query) ? intervalMs : Math.max(intervalMs, FIRST_POLL_MS);
    }
    if (isUnservedChain(error)) return false;
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    return Math.max(askedMs, intervalMs * 2);
  };
}
