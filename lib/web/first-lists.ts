import { type CallOptions, request } from "@slipway-launchpad/client";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import {
  FROM_SERVER,
  fetchSorted,
  type ListFilters,
  newTokensQuery,
  sortedTokensQuery,
  type TokenSort,
} from "./queries";
import { listNewTokens } from "./reads/list-reads";

/** Lists that a page shows first. */
export type FirstLists = {
  chains: readonly ChainSlug[];
  /** How many of the newest tokens of each chain. */
  newest: number;
  /** A list in an order, and its tokens per page; null when the page has none of the service. */
  sorted: { sort: TokenSort; filters: ListFilters; limit?: number } | null;
};

/**
 * Reads a page's lists on the server, in the form in which the page's queries hold them. A list
 * that cannot be read is missing: the browser requests it again and shows the error.
 * @param options how to reach the Data API
 */
export async function readFirstLists(
  { chains, newest, sorted }: FirstLists,
  options: CallOptions,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const updatedAt = FROM_SERVER;
  const readNewest = async (chain: ChainSlug) => {
    const input = { params: { chain }, query: { limit: String(newest) } };
    const list = await request(listNewTokens, input, options);
    client.setQueryData(newTokensQuery(chain, newest).queryKey, list, { updatedAt });
  };
  const readSorted = async ({ sort, filters, limit }: NonNullable<FirstLists["sorted"]>) => {
    const { queryKey, initialPageParam } = sortedTokensQuery(chains, sort, filters, limit);
    const page = await Promise.all(
      initialPageParam.map((place) => fetchSorted({ ...place, sort, filters, limit }, options)),
    );
    const list = { pages: [page], pageParams: [initialPageParam] };
    client.setQueryData(queryKey, list, { updatedAt });
  };
  await Promise.allSettled([
    ...chains.map(readNewest),
    sorted === null ? null : readSorted(sorted),
  ]);
  return dehydrate(client);
}
