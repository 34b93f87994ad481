import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ChainSlug } from "../../domain/chains";
import { listNewTokens, listTokens } from "../../operations/data";
import type { NewTokenList } from "../../schemas/data";
import type { StreamEvent } from "../../schemas/stream";
import { askSorted, type SortedPart, type TokenSort } from "../queries";
import { scaleDecimal } from "../scale-decimal";

type TradeData = Extract<StreamEvent, { event: "trade" }>["data"];
type Pages = InfiniteData<SortedPart[]>;
type Priced = { tokenAddress: string; marketCapETH: string; marketCapUSD?: string | null };

/** Puts the market cap after a trade into every list that shows the token, in its place. */
export function patchMarketCap(client: QueryClient, chain: ChainSlug, trade: TradeData): void {
  const { tokenAddress, marketCapETH } = trade;
  const patch = <Token extends Priced>(token: Token): Token => ({
    ...token,
    marketCapETH,
    ...(token.marketCapUSD == null
      ? {}
      : { marketCapUSD: scaleDecimal(token.marketCapUSD, marketCapETH, token.marketCapETH) }),
  });
  const update = <Token extends Priced>(tokens: Token[]): Token[] =>
    tokens.some((token) => token.tokenAddress === tokenAddress)
      ? tokens.map((token) => (token.tokenAddress === tokenAddress ? patch(token) : token))
      : tokens;
  client.setQueriesData<NewTokenList>(
    { queryKey: [listNewTokens.id, { params: { chain } }] },
    (list) => list && { ...list, data: update(list.data) },
  );
  client.setQueriesData<Pages>({ queryKey: [listTokens.id, "sorted"] }, (held) =>
    held === undefined
      ? held
      : {
          ...held,
          pages: held.pages.map((page) =>
            page.map((part) => {
              // A part that stays as it is stays the same object: what was made of it is kept.
              const data = part.chain === chain ? update(part.data) : part.data;
              return data === part.data ? part : { ...part, data };
            }),
          ),
        },
  );
}

/**
 * Reads the first page of the lists that are shown anew, of one chain. Where more pages are loaded,
 * what fell out of the first one stays in it: the next page was read before and does not have it.
 */
export async function refreshFirstPages(client: QueryClient, chain: ChainSlug): Promise<void> {
  const queries = client
    .getQueryCache()
    .findAll({ queryKey: [listTokens.id, "sorted"], type: "active" });
  await Promise.all(
    queries.map(async ({ queryKey }) => {
      const asked = readKey(queryKey);
      if (asked === null || !asked.chains.includes(chain)) return;
      const fresh = await askSorted({ ...asked, chain, offset: 0 });
      client.setQueryData<Pages>(queryKey, (held) => held && withFirst(held, fresh));
    }),
  );
}

function withFirst(held: Pages, fresh: SortedPart): Pages {
  const [first = [], ...rest] = held.pages;
  const isAlone = !rest.some((page) => page.some(({ chain }) => chain === fresh.chain));
  const known = new Set(fresh.data.map(({ tokenAddress }) => tokenAddress));
  return {
    ...held,
    pages: [
      first.map((part) => {
        if (part.chain !== fresh.chain) return part;
        if (isAlone) return fresh;
        const fallen = part.data.filter(({ tokenAddress }) => !known.has(tokenAddress));
        return { ...part, data: [...fresh.data, ...fallen] };
      }),
      ...rest,
    ],
  };
}

/** What `sortedTokensQuery` put into its key. */
function readKey(key: readonly unknown[]) {
  const [, , chains, sort, filters] = key;
  if (!Array.isArray(chains) || !isSort(sort) || typeof filters !== "object") return null;
  return {
    chains,
    sort,
    filters: Object.fromEntries(
      Object.entries(filters ?? {}).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function isSort(value: unknown): value is TokenSort {
  return ["marketCap", "newest", "volume24h", "priceChange24h"].some((sort) => sort === value);
}
