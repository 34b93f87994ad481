import type { QueryClient, QueryFilters } from "@tanstack/react-query";

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
