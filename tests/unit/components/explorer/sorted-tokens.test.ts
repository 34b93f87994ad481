import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
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
  const of = (list: List) => ({ ...sortedTokensQuery(...list), enabled: false });
  const observer = new InfiniteQueryObserver(client, of(FIRST));
  expect(observer.getCurrentResult().isPlaceholderData).toBe(false);
  observer.setOptions(of(next));
  const { data: shown, isPlaceholderData } = observer.getCurrentResult();
  return { pages: shown?.pages.length ?? 0, isPlaceholderData };
}

it("shows the tokens of the previous order while another one loads, and says so", () => {
  const filters = { holdersMin: "5" };
  const previous = { pages: 1, isPlaceholderData: true };
  expect(shownOf(["base"], "holders", filters)).toEqual(previous);
  expect(shownOf(["base"], "marketCap", { ...filters, orderDirection: "asc" })).toEqual(previous);
});

it.each<[string, List]>([
  ["filter", [["base"], "marketCap", { holdersMin: "50" }]],
  ["filter in another order", [["base"], "holders", {}]],
  ["chain", [["base-sepolia"], "marketCap", { holdersMin: "5" }]],
  ["number of chains", [["base", "base-sepolia"], "marketCap", { holdersMin: "5" }]],
])("shows no tokens of the previous list while another %s loads", (_, list) => {
  expect(shownOf(...list)).toEqual({ pages: 0, isPlaceholderData: false });
});
