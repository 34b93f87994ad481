import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Address, getAddress } from "viem";
import { expect, it } from "vitest";
import { readExplorerState } from "@/components/explorer/explorer-state";
import { useStoredPages } from "@/components/explorer/use-stored-pages";
import { LIST_EXAMPLES } from "@/lib/features/market/operations/tokens-examples";
import { tokenList } from "@/lib/features/market/schema/tokens";
import { readQuery } from "@/lib/web/queries";
import { listTokens } from "@/lib/web/reads/list-reads";

const CHAIN = "base";
const STATE = readExplorerState(new URLSearchParams("list=watched"));
const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)];
const example = tokenList.parse(LIST_EXAMPLES.response);

function addressOf(digit: number): Address {
  return getAddress(`0x${String(digit).repeat(40)}`);
}

/** A browser that has loaded the list of these tokens. */
function browserWith(...addresses: Address[]): QueryClient {
  const client = new QueryClient();
  const [token] = example.data;
  if (token === undefined) throw new Error("The example is a list with a token");
  const query = {
    addresses: addresses.join(","),
    sort: "marketCap",
    limit: "50",
    figures: "true",
    sparkline: "true",
  } as const;
  const { queryKey } = readQuery(listTokens, { params: { chain: CHAIN }, query });
  const data = addresses.map((tokenAddress) => ({ ...token, tokenAddress }));
  client.setQueryData(queryKey, { ...example, data });
  return client;
}

function List({ keys }: { keys: readonly string[] }) {
  const { status, tokens } = useStoredPages([CHAIN], keys, STATE);
  return [status, ...tokens.map(({ tokenAddress }) => tokenAddress)].join(" ");
}

/** The state of a list of these tokens, and its rows, before any response. */
function shown(client: QueryClient, ...addresses: string[]): string {
  const keys = addresses.map((address) => `${CHAIN}:${address}`);
  const list = createElement(List, { keys });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, list));
}

it("keeps the rows of the other tokens when one is removed or added", () => {
  expect(shown(browserWith(A, B), B)).toBe(`ready ${B}`);
  expect(shown(browserWith(A, B), C, A, B)).toBe(`ready ${A} ${B}`);
});

it("requests nothing new for another order of the same tokens", () => {
  const client = browserWith(A, B);
  expect(shown(client, B, A)).toBe(`ready ${A} ${B}`);
  expect(client.getQueryCache().getAll()).toHaveLength(1);
});

it("is loading while nothing of it is known", () => {
  expect(shown(browserWith(A, B), C)).toBe("loading");
});
