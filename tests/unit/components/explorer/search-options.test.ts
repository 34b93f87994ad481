import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getAddress } from "viem";
import { expect, it } from "vitest";
import { useOptions } from "@/components/explorer/search/search-results";
import { SEARCH_EXAMPLES } from "@/lib/features/market/operations/market-examples";
import { searchResult } from "@/lib/features/market/schema/search";
import { searchQuery } from "@/lib/web/queries";

const CHAIN = "base";
const RESULTS = searchResult.parse(SEARCH_EXAMPLES.response);

function Options({ text }: { text: string }) {
  const { options } = useOptions([CHAIN], text);
  return options.map(({ hit }) => hit?.name).join();
}

/** The names of the options for a text, in a browser that has results of other texts. */
function namesFor(text: string, known: Record<string, readonly string[]>): string {
  const client = new QueryClient();
  for (const [searched, names] of Object.entries(known)) {
    const { data, ...rest } = RESULTS;
    const found = data.slice(0, 1).flatMap((hit) =>
      names.map((name, at) => ({
        ...hit,
        name,
        symbol: name,
        tokenAddress: getAddress(`0x${String(at + 1).repeat(40)}`),
      })),
    );
    client.setQueryData(searchQuery(CHAIN, searched).queryKey, { ...rest, data: found });
  }
  const options = createElement(Options, { text });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, options));
}

it("keeps the results of what was typed before until those of the text arrive", () => {
  const known = { p: ["Pepe", "Pizza"], pe: ["Pepe", "Pearl"] };
  expect(namesFor("pe", known).split(",")).toHaveLength(2);
  expect(namesFor("pep", known)).toBe("Pepe");
  // Quick typing skips texts.
  expect(namesFor("pizza", { p: known.p })).toBe("Pizza");
});

it("has no results of another text", () => {
  expect(namesFor("cat", { p: ["Pepe"] })).toBe("");
});
