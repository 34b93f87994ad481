import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PositionsTable } from "@/components/portfolio/positions-table";
import { HolderList } from "@/components/token/lists/holder-list";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { positionsQuery } from "@/lib/web/portfolio-queries";
import { holdersQuery } from "@/lib/web/token/activity-queries";

const CHAIN = "base";
const TOKEN = `0x${"11".repeat(20)}`;
const STRANGER = `0x${"33".repeat(20)}`;
const MANAGED = `0x${"22".repeat(20)}`;

/** Stores the parts of a response that the element shows. */
const put = (client: QueryClient, key: QueryKey, data: unknown) => client.setQueryData(key, data);
const render = (client: QueryClient, element: ReactElement) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));

it("keeps the choice of closed positions and the totals while other positions are loaded", () => {
  const client = new QueryClient();
  const table = createElement(PositionsTable, { chain: CHAIN, address: MANAGED });
  const waiting = render(client, table);
  expect(waiting).toContain("Show closed positions");
  expect(waiting).toContain('aria-busy="true"');
  const closed = positionsQuery(CHAIN, MANAGED, false).queryKey;
  const [zero, totals] = ["0", { positions: 1, isComplete: true }];
  const money = { valueETH: zero, valueUSD: null, costETH: zero, costUSD: null };
  const profit = { unrealizedETH: zero, unrealizedUSD: null, realizedETH: zero, realizedUSD: null };
  put(client, closed, {
    pages: [{ totals: { ...totals, ...money, ...profit }, positions: [], nextCursor: null }],
    pageParams: [null],
  });
  const other = render(client, table);
  expect(other).toContain("Show closed positions");
  expect(other).toContain("portfolio-totals");
  expect(other).not.toContain('aria-busy="true"');
});

it("marks the managed wallets of the signed-in user among the holders", () => {
  const client = new QueryClient();
  const holders = [STRANGER, MANAGED].map((id) => ({ id, balance: "1" }));
  const pages = [{ holders, totalHolders: "2" }];
  put(client, holdersQuery(CHAIN, TOKEN).queryKey, { pages, pageParams: [0] });
  const wallet = { address: MANAGED, managed: true, identity: null };
  put(client, ownAccountQuery().queryKey, { account: { wallets: [wallet] } });
  const html = render(
    client,
    createElement(HolderList, { chain: CHAIN, address: TOKEN, symbol: "OWN" }),
  );
  const [, stranger, managed] = html.split("<li");
  expect(stranger).not.toContain(">you<");
  expect(managed).toContain(">you<");
});
