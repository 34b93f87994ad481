import {
  type InfiniteData,
  type Query,
  type QueryClient,
  replaceEqualDeep,
} from "@tanstack/react-query";
import type { NewTokenList, TokenListItem } from "@/lib/features/market/schema/tokens";
import type { TokenFigures } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { isSort, sortValue } from "../format/sort-value";
import { fetchSorted, type SortedPart, type TokenSort } from "../queries";
import { listNewTokens, listTokens } from "../reads/list-reads";
import { hiddenTokens } from "./hidden-tokens";
import { fetchedAt, isOlder, patchQueries } from "./patch-query";
import { newTokenRow, tokenRow, unlistedToken } from "./token-rows";

type Pages = InfiniteData<SortedPart[]>;
type NewToken = NewTokenList["data"][number];

const SORTED = [listTokens.id, "sorted"];
/** Orders whose values events carry. */
const LIVE_SORTS: ReadonlySet<TokenSort> = new Set([
  "marketCap",
  "newest",
  "volume24h",
  "priceChange24h",
]);

/** Pages of a list that are refetched, for each chain; later ones stay as they were loaded. */
const PAGES_AGAIN_MAX = 20;

/**
 * Updates a token in every loaded list; a token that now belongs in the loaded range is inserted.
 * @returns whether a list now shows data of it that only the service has
 */
export function patchLists(client: QueryClient, chain: ChainSlug, figures: TokenFigures): boolean {
  if (figures.moderation?.state === "hidden") {
    hiddenTokens.add(`${chain}:${figures.tokenAddress}`);
    removeFromLists(client, chain, figures.tokenAddress);
    return false;
  }
  hiddenTokens.delete(`${chain}:${figures.tokenAddress}`);
  const newest = { queryKey: [listNewTokens.id, { params: { chain } }] };
  patchQueries<NewTokenList>(client, newest, (list) => putNewest(list, figures));
  let isIncomplete = false;
  patchQueries<Pages>(client, { queryKey: SORTED }, (held, { queryKey }) => {
    const listKey = readKey(queryKey);
    if (listKey === null || !listKey.chains.includes(chain)) return held;
    const known = putKnown(held, chain, listKey, figures);
    // Its figures do not show whether it passes a filter.
    if (known !== null || isFiltered(listKey) || !LIVE_SORTS.has(listKey.sort))
      return known ?? held;
    const wider = putUnknown(held, chain, listKey.sort, figures);
    if (wider === null) return held;
    // Its 24h sparkline is missing, unless it has no trades.
    isIncomplete ||= Number(figures.volume7d) > 0;
    return wider;
  });
  return isIncomplete;
}

/** Removes a token that a moderator has hidden from every loaded list. */
function removeFromLists(client: QueryClient, chain: ChainSlug, tokenAddress: string): void {
  const without = <Token extends { tokenAddress: string }>(data: Token[]): Token[] =>
    data.some((token) => token.tokenAddress === tokenAddress)
      ? data.filter((token) => token.tokenAddress !== tokenAddress)
      : data;
  const newest = { queryKey: [listNewTokens.id, { params: { chain } }] };
  patchQueries<NewTokenList>(client, newest, (list) => {
    const data = without(list.data);
    const { limit } = list.pagination;
    // A full list stays full: the token that follows in it is not loaded, and no other may take its place.
    const isFull = list.data.length >= limit;
    const pagination = { ...list.pagination, limit: isFull ? data.length : limit };
    return data === list.data ? list : { ...list, data, pagination };
  });
  patchQueries<Pages>(client, { queryKey: SORTED }, (held) => ({
    ...held,
    pages: held.pages.map((page) =>
      page.map((part) => (part.chain === chain ? { ...part, data: without(part.data) } : part)),
    ),
  }));
}

function putNewest(list: NewTokenList, figures: TokenFigures): NewTokenList {
  const { data, pagination } = list;
  const fresh = newTokenRow(figures);
  const { tokenAddress, createdAt } = fresh;
  const known = data.findIndex((token) => token.tokenAddress === tokenAddress);
  if (known !== -1) {
    return {
      ...list,
      data: data.map((token, at) => (at === known ? { ...token, ...fresh } : token)),
    };
  }
  const isNewer = (token: NewToken) => token.createdAt <= createdAt;
  const place = data.findIndex(isNewer);
  if (place === -1 && data.length >= pagination.limit) return list;
  const item = { ...fresh, description: null };
  const wider = data.toSpliced(place === -1 ? data.length : place, 0, item);
  return { ...list, data: wider.slice(0, pagination.limit) };
}

/** The pages with the token's figures, or null when they do not include it. */
function putKnown(
  held: Pages,
  chain: ChainSlug,
  { sort, filters }: { sort: TokenSort; filters: Record<string, string> },
  figures: TokenFigures,
): Pages | null {
  let isKnown = false;
  // Other orders are those of the last minute: rows keep their places until the next refresh.
  const isLive = LIVE_SORTS.has(sort) && filters.orderDirection !== "asc";
  const pages = held.pages.map((page) =>
    page.map((part) => {
      if (part.chain !== chain) return part;
      const place = part.data.findIndex(
        ({ tokenAddress }) => tokenAddress === figures.tokenAddress,
      );
      const token = part.data[place];
      // Unchanged parts keep their identity, so that derived values stay memoised.
      if (token === undefined) return part;
      isKnown = true;
      const { sparkline } = token;
      const patched = {
        ...token,
        ...tokenRow(figures),
        ...(sparkline === undefined
          ? {}
          : { sparkline: [...sparkline.slice(0, -1), figures.marketCapETH] }),
        ...(token.figures && { figures: { ...token.figures, priceETH: figures.priceETH } }),
      };
      const data = isLive
        ? insert(part.data.toSpliced(place, 1), patched, sort)
        : part.data.with(place, patched);
      return { ...part, data };
    }),
  );
  return isKnown ? { ...held, pages } : null;
}

/** The pages with the token inserted, or null when its position is beyond the loaded range. */
function putUnknown(
  held: Pages,
  chain: ChainSlug,
  sort: TokenSort,
  figures: TokenFigures,
): Pages | null {
  const value = (one: TokenListItem) => sortValue(sort, one);
  const token = unlistedToken(figures);
  const parts = held.pages.flat().filter((part) => part.chain === chain);
  const last = parts.at(-1);
  const place =
    parts.find(({ data }) => data.some((other) => value(other) < value(token))) ??
    (last?.isLast === true ? last : undefined);
  if (place === undefined) return null;
  const wider = { ...place, data: insert(place.data, token, sort) };
  return {
    ...held,
    pages: held.pages.map((page) => page.map((part) => (part === place ? wider : part))),
  };
}

function insert(tokens: TokenListItem[], token: TokenListItem, sort: TokenSort): TokenListItem[] {
  const value = (one: TokenListItem) => sortValue(sort, one);
  const place = tokens.findIndex((other) => value(other) < value(token));
  return tokens.toSpliced(place === -1 ? tokens.length : place, 0, token);
}

/** Whether a filtered list is shown; events do not show which tokens pass a filter. */
export function isFilteredShown(client: QueryClient, chain: ChainSlug): boolean {
  return sortedQueries(client).some(({ queryKey }) => {
    const listKey = readKey(queryKey);
    return listKey?.chains.includes(chain) === true && isFiltered(listKey);
  });
}

function isFiltered({ filters }: { filters: object }): boolean {
  return Object.keys(filters).length > 0;
}

function sortedQueries(client: QueryClient) {
  return client.getQueryCache().findAll({ queryKey: SORTED, type: "active" });
}

/** When the parts of each chain of a list were last refetched. */
const refreshed = new WeakMap<Query, Map<ChainSlug, number>>();

/**
 * Refetches the loaded pages of a chain's shown lists, of long ones the first `PAGES_AGAIN_MAX`. A row of
 * these that the responses lack is removed, because nothing confirms that it is still in the list.
 * @param options.before only lists that were fetched before this moment
 * @param options.everyMs the interval of a list of one page; a list of more pages is refetched less often,
 *   with as many requests a minute
 */
export async function refreshPages(
  client: QueryClient,
  chain: ChainSlug,
  { before = Number.POSITIVE_INFINITY, everyMs = 0 } = {},
): Promise<void> {
  await Promise.all(
    sortedQueries(client).map(async (query) => {
      const { queryKey } = query;
      const listKey = readKey(queryKey);
      const loaded = client.getQueryData<Pages>(queryKey)?.pages.length ?? 0;
      if (listKey === null || !listKey.chains.includes(chain) || loaded === 0) return;
      const again = Math.min(loaded, PAGES_AGAIN_MAX);
      if (!isOlder(query, before - everyMs * (again - 1), readAt(query, chain))) return;
      const fresh: SortedPart[] = [];
      for (let cursor: string | null = null; ; ) {
        const part: SortedPart = await fetchSorted({ ...listKey, chain, cursor });
        fresh.push(part);
        cursor = part.next;
        if (cursor === null || fresh.length === again) break;
      }
      // A next page that is still loading is added to the pages from before, and would restore them.
      while (query.state.fetchStatus === "fetching") await query.promise?.catch(() => undefined);
      const times = refreshed.get(query) ?? new Map<ChainSlug, number>();
      refreshed.set(query, times.set(chain, Date.now()));
      // The list is as old as its oldest chain, so that the refresh of one does not postpone the others'.
      const updatedAt = Math.min(...listKey.chains.map((one) => readAt(query, one)));
      client.setQueryData<Pages>(
        queryKey,
        (held) => held && withParts(held, fresh, chain, loaded),
        {
          updatedAt,
        },
      );
    }),
  );
}

function readAt(query: Query, chain: ChainSlug): number {
  return Math.max(fetchedAt(query), refreshed.get(query)?.get(chain) ?? 0);
}

/** @param loaded how many pages there were when `fresh` was requested; later ones are new */
function withParts(
  held: Pages,
  fresh: readonly SortedPart[],
  chain: ChainSlug,
  loaded: number,
): Pages {
  const hasEnded = fresh.at(-1)?.isLast === true;
  const pages = held.pages.map((page, at) => {
    const part = fresh[at];
    if (at >= loaded || (part === undefined && !hasEnded)) return page;
    const before = page.find((one) => one.chain === chain);
    const others = page.filter((other) => other !== before);
    // Unchanged rows keep their identity, so that they are not rendered again.
    return part === undefined ? others : [...others, replaceEqualDeep(before, part)];
  });
  return { ...held, pages };
}

/** Parses the key of `sortedTokensQuery`. */
function readKey(key: readonly unknown[]) {
  const [, , chains, sort, filters, limit] = key;
  if (!Array.isArray(chains) || !isSort(sort) || typeof filters !== "object") return null;
  return {
    chains,
    sort,
    limit: Number(limit),
    filters: Object.fromEntries(
      Object.entries(filters ?? {}).map(([name, value]) => [name, String(value)]),
    ),
  };
}
