import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";
import { FROM_SERVER } from "../queries";

/**
 * A lower bound of when the server read the data in the document: the start of the navigation, minus
 * the time that an update takes from the database to the server.
 */
const DOCUMENT_AT = performance.timeOrigin - 2_000;

/** When the first pages of lists were fetched that have loaded further pages since. */
const firstPagesAt = new WeakMap<Query, number>();

/**
 * Records when lists were fetched, until the returned function is called: a further page sets
 * `dataUpdatedAt`, although the pages before it are as old as before.
 */
export function watchPages(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((change) => {
    if (change.type !== "updated") return;
    const { action, query } = change;
    const isFurther = query.state.fetchMeta?.fetchMore !== undefined;
    if (action.type === "fetch" && isFurther) firstPagesAt.set(query, fetchedAt(query));
    if (action.type === "success" && action.manual !== true && !isFurther)
      firstPagesAt.delete(query);
  });
}

/** When the oldest page of a query's data was fetched; may be `FROM_SERVER`. */
export function fetchedAt(query: Query): number {
  return firstPagesAt.get(query) ?? query.state.dataUpdatedAt;
}

/**
 * Whether a response is older than a moment and not loading for the first time: refetching then
 * would only delay it.
 * @param at when it was fetched
 */
export function isOlder(query: Query, before: number, at = fetchedAt(query)): boolean {
  const { data, fetchStatus } = query.state;
  const readAt = at === FROM_SERVER ? DOCUMENT_AT : at;
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
