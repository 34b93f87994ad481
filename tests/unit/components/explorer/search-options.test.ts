import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getAddress } from "viem";
import { afterEach, expect, it } from "vitest";
import { useOptions } from "@/components/explorer/search/search-results";
import { SEARCH_EXAMPLES } from "@/lib/features/market/operations/market-examples";
import { searchResult } from "@/lib/features/market/schema/search";
import { searchQuery } from "@/lib/web/queries";

const CHAIN = "base";
const RESULTS = searchResult.parse(SEARCH_EXAMPLES.response);

afterEach(() => onlineManager.setOnline(true));

function Options({ text }: { text: string }) {
  const { options } = useOptions([CHAIN], text);
  return options.map(({ hit }) => hit?.name).join();
}

function Message({ text }: { text: string }) {
  return useOptions([CHAIN], text).message;
}

type Known = Record<string, readonly string[]>;

/** The names of the options for a text, in a browser that has results of other texts. */
const namesFor = (text: string, known: Known) => shown(Options, text, known);

function shown(part: FunctionComponent<{ text: string }>, text: string, known: Known): string {
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
  const child = createElement(part, { text });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, child));
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

it("says that the browser is offline also below results of what was typed before", () => {
  const known = { p: ["Pepe"], pe: ["Pepe"] };
  expect(shown(Message, "pep", known)).toBe("");
  expect(shown(Message, "cat", known)).toBe("Searching…");
  onlineManager.setOnline(false);
  expect(namesFor("pep", known)).toBe("Pepe");
  expect(shown(Message, "pep", known)).toMatch(/^You’re offline/);
});
