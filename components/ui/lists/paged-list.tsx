import type { InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { uniqueBy } from "@/lib/web/format/unique-by";
import { Card } from "../card";
import { EmptyState } from "../empty-state";
import { ErrorState } from "../error-state";
import { Skeleton } from "../skeleton";
import { MoreButton } from "./more-button";

/** The result of an infinite query, as far as a list uses it. */
type PagesResult<Page> = {
  data: InfiniteData<Page, unknown> | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** A list that is loaded page by page, with its loading, failed and empty states. */
export function PagedList<Page, Item>({
  query,
  itemsOf,
  keyOf,
  failure,
  empty,
  more,
  children,
}: {
  query: PagesResult<Page>;
  itemsOf: (page: Page) => readonly Item[];
  /** Pages may overlap; each key is shown once. */
  keyOf: (item: Item) => string;
  /** Title of the error if the first page cannot be loaded. */
  failure: string;
  /** Shown instead of an empty list; null if `children` shows one itself. */
  empty: { title: string; text: string } | null;
  /** Label of the button that loads the next page. */
  more: string;
  children: (list: {
    items: Item[];
    first: Page;
    /** The button that loads the next page; null on the last one. */
    moreButton: ReactNode;
  }) => ReactNode;
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { isFetchNextPageError } = query;
  const [first] = data?.pages ?? [];
  if (data === undefined || first === undefined) {
    if (error === null) return <Skeleton className="h-72 w-full rounded-card" />;
    return <ErrorState title={failure} detail={error.message} onRetry={() => void refetch()} />;
  }
  const items = uniqueBy(data.pages.flatMap(itemsOf), keyOf);
  if (items.length === 0 && empty !== null) {
    return (
      <Card>
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      </Card>
    );
  }
  const moreButton = hasNextPage ? (
    <MoreButton
      label={more}
      isLoading={isFetchingNextPage}
      error={isFetchNextPageError ? error : null}
      onPress={() => void fetchNextPage()}
    />
  ) : null;
  return children({ items, first, moreButton });
}
