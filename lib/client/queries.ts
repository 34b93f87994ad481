import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type CandleInterval, INTERVALS } from "../domain/candles";
import type { ChainSlug } from "../domain/chains";
import { getToken, listHolders, listNewTokens, listTokens } from "../operations/data";
import {
  getTokenFees,
  getTokenPrice,
  listCandles,
  listTrades,
  searchTokens,
} from "../operations/data-market";
import { getLaunchStatus } from "../operations/launch";
import type { Operation } from "../operations/operation";
import { getConfig } from "../operations/system";
import type { TOKEN_SORTS } from "../schemas/data";
import type { LaunchStatus } from "../schemas/launch";
import { ApiError } from "./api-error";
import { type CallInput, call } from "./call";

/** How often lists ask again, in milliseconds; the service's own cache holds them for 2 s. */
const LIST_INTERVAL_MS = 2_000;
const RANKING_INTERVAL_MS = 5_000;
const TOKEN_INTERVAL_MS = 10_000;
const LAUNCH_INTERVAL_MS = 700;
const CANDLE_INTERVAL_MS = 1_000;
/** Candles a page. */
const CANDLES = 400;
/** Tokens a page of the explorer, for each chain. */
const TOKENS = 50;
/** Holders a page. */
const HOLDERS = 50;

export type TokenSort = (typeof TOKEN_SORTS)[number];

/** Query options of any operation. The key is the operation's id and its whole input. */
export function operationQuery<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}

/** What this deployment offers; it changes only with a restart of the service. */
export function configQuery() {
  return { ...operationQuery(getConfig, {}), staleTime: 60_000 };
}

/** The newest tokens of a chain, asked for again every two seconds. */
export function newTokensQuery(chain: ChainSlug, limit: number) {
  return {
    ...operationQuery(listNewTokens, { params: { chain }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
    refetchInterval: every(LIST_INTERVAL_MS),
  };
}

/** What a token is. Unknown tokens are asked for again: a fresh launch may not be indexed yet. */
export function tokenQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...operationQuery(getToken, { params: { chain, tokenAddress } }),
    refetchInterval: every(TOKEN_INTERVAL_MS),
  };
}

/** What a token is worth, its volume, wall and owner. */
export function tokenPriceQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...operationQuery(getTokenPrice, { params: { chain, tokenAddress } }),
    refetchInterval: every(LIST_INTERVAL_MS),
  };
}

/** The newest candles of a token, empty buckets included, so that the time axis is even. */
export function candlesQuery(chain: ChainSlug, tokenAddress: string, interval: CandleInterval) {
  const query = { interval, fill: "true" as const, limit: String(CANDLES) };
  const isFast = INTERVALS[interval].seconds <= 60;
  return {
    ...operationQuery(listCandles, { params: { chain, tokenAddress }, query }),
    refetchInterval: every(isFast ? CANDLE_INTERVAL_MS : LIST_INTERVAL_MS),
  };
}

/** A page of candles that end before `to` (Unix seconds). They don't change any more. */
export function olderCandlesQuery(
  chain: ChainSlug,
  tokenAddress: string,
  interval: CandleInterval,
  to: number,
) {
  const query = { interval, fill: "true" as const, limit: String(CANDLES), to: String(to) };
  return {
    ...operationQuery(listCandles, { params: { chain, tokenAddress }, query }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** Who earns a token's fees. */
export function tokenFeesQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...operationQuery(getTokenFees, { params: { chain, tokenAddress } }),
    refetchInterval: every(RANKING_INTERVAL_MS),
  };
}

/** Trades of a token in pages, newest first. Only the first page is asked for again by itself. */
export function tradesQuery(chain: ChainSlug, tokenAddress: string) {
  const params = { chain, tokenAddress };
  return infiniteQueryOptions({
    queryKey: [listTrades.id, params],
    queryFn: ({ signal, pageParam }) =>
      call(
        listTrades,
        { params, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: (query) => pollFirstPage(query, LIST_INTERVAL_MS),
  });
}

/** Holders of a token in pages, largest first. */
export function holdersQuery(chain: ChainSlug, tokenAddress: string) {
  const params = { chain, tokenAddress };
  return infiniteQueryOptions({
    queryKey: [listHolders.id, params],
    queryFn: ({ signal, pageParam }) =>
      call(
        listHolders,
        { params, query: { limit: String(HOLDERS), offset: String(pageParam) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page, pages) =>
      page.holders.length < HOLDERS ? null : pages.length * HOLDERS,
    refetchInterval: (query) => pollFirstPage(query, RANKING_INTERVAL_MS),
  });
}

/**
 * Tokens of one or several chains in one order, a page of each chain at a time. A chain that has no
 * more is passed over; `isLast` marks its last page.
 */
export function sortedTokensQuery(
  chains: readonly ChainSlug[],
  sort: TokenSort,
  filters: { manager: string; ownerAddress: string },
) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  const ask = async (chain: ChainSlug, offset: number, signal: AbortSignal) => {
    const query = { ...given, sort, limit: String(TOKENS), offset: String(offset) };
    const { data } = await call(listTokens, { params: { chain }, query }, { signal });
    return { chain, data, isLast: data.length < TOKENS };
  };
  return infiniteQueryOptions({
    queryKey: [listTokens.id, "sorted", chains, sort, given],
    queryFn: ({ signal, pageParam }) =>
      Promise.all(pageParam.chains.map((chain) => ask(chain, pageParam.offset, signal))),
    initialPageParam: { chains, offset: 0 },
    getNextPageParam: (page, pages) => {
      const left = page.filter(({ isLast }) => !isLast).map(({ chain }) => chain);
      return left.length === 0 ? null : { chains: left, offset: pages.length * TOKENS };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => pollFirstPage(query, LIST_INTERVAL_MS),
  });
}

/** Tokens whose name, symbol or address begins with a text. */
export function searchQuery(chain: ChainSlug, text: string) {
  return {
    ...operationQuery(searchTokens, { params: { chain }, query: { q: text, limit: "8" } }),
    staleTime: 10_000,
  };
}

const firstCursor = (): string | null => null;

/** Lists of several pages stand still: asking for them all again costs more than it tells. */
function pollFirstPage(
  query: { state: { data?: { pages: readonly unknown[] } | undefined; error: Error | null } },
  intervalMs: number,
): number | false {
  return (query.state.data?.pages.length ?? 0) > 1 ? false : every(intervalMs)(query);
}

/** A launch on its way, until it has ended; a failed one that may still be mined is looked at further. */
export function launchStatusQuery(jobId: string) {
  const asked = every(LAUNCH_INTERVAL_MS);
  return {
    ...operationQuery(getLaunchStatus, { params: { jobId } }),
    refetchInterval: (query: { state: { data?: LaunchStatus; error: Error | null } }) => {
      const { data } = query.state;
      if (data?.state === "completed") return false;
      if (data?.state !== "failed") return asked(query);
      return data.transactionMayHaveSucceeded ? TOKEN_INTERVAL_MS : false;
    },
  };
}

/** A chain that interface A does not serve here answers 400: asking again changes nothing. */
export function isUnservedChain(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/**
 * Polls at `intervalMs`; after an error at the pace the service asks for. Returns a function for
 * `refetchInterval` (React Query itself stops polling while the page is hidden).
 */
export function every(intervalMs: number) {
  return (query: { state: { error: Error | null } }): number | false => {
    const { error } = query.state;
    if (error === null) return intervalMs;
    if (isUnservedChain(error)) return false;
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    return Math.max(askedMs, intervalMs * 2);
  };
}
