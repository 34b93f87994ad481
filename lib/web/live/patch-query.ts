import type { QueryClient, QueryFilters, QueryState } from "@tanstack/react-query";

/**
 * Whether an answer is older than a moment and not on its way for the first time: to ask once more
 * would only make it later.
 */
export function isOlder(
  { data, dataUpdatedAt, fetchStatus }: Pick<QueryState, "data" | "dataUpdatedAt" | "fetchStatus">,
  before: number,
): boolean {
  return dataUpdatedAt < before && (data !== undefined || fetchStatus !== "fetching");
}

/**
 * Changes answers that are held, where there are any. They keep the moment at which they were
 * asked for: the rest of them is as old as it was.
 * @param patch answers what it was given where nothing changes
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
