import type { QueryClient, QueryFilters, QueryState } from "@tanstack/react-query";
import { FROM_SERVER } from "../queries";

/**
 * A lower bound of when the server read the data in the document: the start of the navigation, minus
 * the time that an update takes from the database to the server.
 */
const DOCUMENT_AT = performance.timeOrigin - 2_000;

/**
 * Whether a response is older than a moment and not loading for the first time: refetching then
 * would only delay it.
 */
export function isOlder(
  { data, dataUpdatedAt, fetchStatus }: Pick<QueryState, "data" | "dataUpdatedAt" | "fetchStatus">,
  before: number,
): boolean {
  const readAt = dataUpdatedAt === FROM_SERVER ? DOCUMENT_AT : dataUpdatedAt;
  return readAt < before && (data !== undefined || fetchStatus !== "fetching");
}

/**
 * Updates cached responses. They keep their fetch time, because the rest of their data is as old as
 * before.
 * @param patch returns its argument when nothing changes
 */
export function patchQueries<Data>(
  client: QueryClient,
  filters: QueryFilters,
  patch: (held: Data, query: { queryKey: readonly unknown[]; updatedAt: number }) => Data,
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    const updatedAt = state.dataUpdatedAt;
    const change = (held: Data | undefined) => {
      const changed = held && patch(held, { queryKey, updatedAt });
      return changed === held ? undefined : changed;
    };
    client.setQueryData<Data>(queryKey, change, { updatedAt });
  }
}
