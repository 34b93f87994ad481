import { InfiniteQueryObserver, onlineManager, QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { Rows } from "@/components/explorer/explorer-items";
import { isReordering, type TokenPages } from "@/components/explorer/use-token-pages";
import { LIST_EXAMPLES } from "@/lib/features/market/operations/tokens-examples";
import { tokenList } from "@/lib/features/market/schema/tokens";
import { sortedTokensQuery } from "@/lib/web/queries";

type List = Parameters<typeof sortedTokensQuery>;
const { data } = tokenList.parse(LIST_EXAMPLES.response);
const FIRST: List = [["base"], "marketCap", { manager: "", holdersMin: "5" }];

/** The pages of `next` that are shown before its response, after those of `FIRST`. */
function shownOf(...next: List) {
  const client = new QueryClient();
  client.setQueryData(sortedTokensQuery(...FIRST).queryKey, {
    pages: [[{ chain: "base", data, next: null, isLast: true }]],
    pageParams: [[{ chain: "base", cursor: null }]],
  });
  const of = (list: List) => ({
    ...sortedTokensQuery(...list),
    enabled: !onlineManager.isOnline(),
  });
  const observer = new InfiniteQueryObserver(client, of(FIRST));
  expect(observer.getCurrentResult().isPlaceholderData).toBe(false);
  observer.setOptions(of(next));
  const stop = observer.subscribe(() => {});
  const result = observer.getCurrentResult();
  stop();
  const { data: shown, isPlaceholderData } = result;
  return {
    pages: shown?.pages.length ?? 0,
    isPlaceholderData,
    isReordering: isReordering(result),
  };
}

afterEach(() => onlineManager.setOnline(true));

it("shows the tokens of the previous order while another one loads, and says so", () => {
  const filters = { holdersMin: "5" };
  const previous = { pages: 1, isPlaceholderData: true, isReordering: true };
  expect(shownOf(["base"], "holders", filters)).toEqual(previous);
  expect(shownOf(["base"], "marketCap", { ...filters, orderDirection: "asc" })).toEqual(previous);
});

it("does not wait for another order while the browser is offline", () => {
  onlineManager.setOnline(false);
  expect(shownOf(["base"], "holders", { holdersMin: "5" })).toEqual({
    pages: 1,
    isPlaceholderData: true,
    isReordering: false,
  });
});

it.each([true, false])("disables the rows only while another order loads: %s", (reordering) => {
  const pages: TokenPages = {
    status: "ready",
    list: "",
    tokens: [],
    keys: new Set(),
    error: null,
    moreError: null,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => {},
    isPrevious: true,
    isReordering: reordering,
  };
  const rows = createElement(Rows, { pages, tokens: [], showChain: false, isWide: true });
  expect(/ inert=""/.test(renderToStaticMarkup(rows))).toBe(reordering);
});

it.each<[string, List]>([
  ["filter", [["base"], "marketCap", { holdersMin: "50" }]],
  ["filter in another order", [["base"], "holders", {}]],
  ["chain", [["base-sepolia"], "marketCap", { holdersMin: "5" }]],
  ["number of chains", [["base", "base-sepolia"], "marketCap", { holdersMin: "5" }]],
])("shows no tokens of the previous list while another %s loads", (_, list) => {
  expect(shownOf(...list)).toEqual({ pages: 0, isPlaceholderData: false, isReordering: false });
});
