import { call } from "@slipway-launchpad/client";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getAccount } from "@/lib/features/market/operations/market";
import {
  listHistory,
  listLaunches,
  listPositions,
} from "@/lib/features/market/operations/positions";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { isStreamed } from "./live/streamed";
import { operationQuery } from "./operation-query";
import { CHANGES_AT_ONCE } from "./position-queries";
import { POLLED_ONLY, pollPages, RANKING_INTERVAL_MS } from "./queries";

/** Queries about addresses: positions, history, launches and earnings. */

const POSITIONS = 50;
/** Changes in one file: a hundred requests, a third of what a caller may send in a minute. */
export const CHANGES_MAX = 100_000;

/** Identity and earnings of an address. */
export function addressQuery(chain: ChainSlug, address: string) {
  return operationQuery(getAccount, { params: { chain, address } });
}

const firstCursor = (): string | null => null;
const after = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Positions of an address in pages; the one with the newest change first. */
export function positionsQuery(chain: ChainSlug, address: string, isOpen: boolean) {
  const params = { chain, address };
  return infiniteQueryOptions({
    queryKey: [listPositions.id, params, isOpen],
    queryFn: ({ signal, pageParam }) =>
      call(
        listPositions,
        {
          params,
          query: {
            limit: String(POSITIONS),
            open: isOpen ? ("true" as const) : ("false" as const),
            ...after(pageParam),
          },
        },
        { signal },
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    ...POLLED_ONLY,
    refetchInterval: (query) => pollPages(query, RANKING_INTERVAL_MS, () => isStreamed(chain)),
  });
}

/** Trades and transfers of an address in pages, newest first. */
export function historyQuery(chain: ChainSlug, address: string) {
  const params = { chain, address };
  return infiniteQueryOptions({
    queryKey: [listHistory.id, params],
    queryFn: ({ signal, pageParam }) =>
      call(listHistory, { params, query: after(pageParam) }, { signal }),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    ...POLLED_ONLY,
    refetchInterval: (query) => pollPages(query, RANKING_INTERVAL_MS),
  });
}

/** Tokens that an address created in pages, newest first. */
export function launchesQuery(chain: ChainSlug, address: string) {
  const params = { chain, address };
  return infiniteQueryOptions({
    queryKey: [listLaunches.id, params],
    queryFn: ({ signal, pageParam }) =>
      call(listLaunches, { params, query: after(pageParam) }, { signal }),
    initialPageParam: firstCursor(),
    getNextPageParam: (page) => page.nextCursor,
    ...POLLED_ONLY,
    refetchInterval: (query) => pollPages(query, RANKING_INTERVAL_MS),
  });
}

/** The whole history of an address, newest first, up to `CHANGES_MAX`. */
export async function fetchHistory(
  chain: ChainSlug,
  address: string,
  signal: AbortSignal,
): Promise<PositionChange[]> {
  const changes: PositionChange[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: String(CHANGES_AT_ONCE), ...after(cursor) };
    const page: Awaited<ReturnType<typeof call<typeof listHistory>>> = await call(
      listHistory,
      { params: { chain, address }, query },
      { signal },
    );
    changes.push(...page.history);
    cursor = page.nextCursor;
  } while (cursor !== null && changes.length < CHANGES_MAX);
  return changes;
}
