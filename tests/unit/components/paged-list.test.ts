import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PagedList } from "@/components/ui/lists/paged-list";

const settled = async () => undefined;
const LOADING = {
  data: undefined,
  error: null,
  refetch: settled,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: settled,
};
const loaded = (...pages: string[][]) => ({ ...LOADING, data: { pages, pageParams: [] } });

type Query = Parameters<typeof PagedList<string[], string>>[0]["query"];
const render = (query: Query, empty: { title: string; text: string } | null = null) =>
  renderToStaticMarkup(
    PagedList<string[], string>({
      query,
      itemsOf: (page) => page,
      keyOf: (item) => item,
      failure: "Could not load items",
      empty,
      more: "Load more",
      children: ({ items, first, moreButton }) =>
        createElement("p", {}, `${items.join()} of ${first.length}`, moreButton),
    }),
  );

it("shows items of overlapping pages once, and a button while there is a next page", () => {
  const query = loaded(["a", "b"], ["b", "c"]);
  expect(render(query)).toBe("<p>a,b,c of 2</p>");
  expect(render({ ...query, hasNextPage: true })).toMatch(/^<p>a,b,c of 2.*>Load more<\/button>/);
  expect(render({ ...query, hasNextPage: true, isFetchingNextPage: true })).toContain("Loading…");
});

it("shows that the list is loading, could not be loaded or is empty", () => {
  expect(render(LOADING)).not.toContain("<p>");
  const failed = render({ ...LOADING, error: new Error("The node is down") });
  expect(failed).toContain("Could not load items");
  expect(failed).toContain("The node is down");
  const empty = render(loaded([]), { title: "No items", text: "Items appear here." });
  expect(empty).toContain("No items");
  expect(empty).toContain("Items appear here.");
  // Without a text, the children show an empty list themselves.
  expect(render(loaded([]))).toBe("<p> of 0</p>");
});

it("says why the next page could not be loaded, above the button that loads it again", () => {
  const query = { ...loaded(["a"]), hasNextPage: true, error: new Error("The node is down") };
  const failed = render({ ...query, isFetchNextPageError: true });
  expect(failed).toMatch(/^<p>a of 1.*role="alert".*The node is down.*>Load more<\/button>/);
  const again = render({ ...query, isFetchNextPageError: true, isFetchingNextPage: true });
  expect(again).toContain("Loading…");
  expect(again).not.toContain("The node is down");
  // A refresh that fails says nothing about the next page.
  expect(render(query)).not.toContain("The node is down");
});

it("keeps showing its items when a refresh fails", () => {
  expect(render({ ...loaded(["a"]), error: new Error("The node is down") })).toBe("<p>a of 1</p>");
});
