import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PositionsTable } from "@/components/portfolio/positions-table";
import { positionsQuery } from "@/lib/web/portfolio-queries";

const CHAIN = "base";
const MANAGED = `0x${"22".repeat(20)}`;

const render = (client: QueryClient, element: ReactElement) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));

it("keeps the choice of closed positions and the totals while other positions are loaded", () => {
  const client = new QueryClient();
  const table = createElement(PositionsTable, { chain: CHAIN, address: MANAGED });
  const waiting = render(client, table);
  expect(waiting).toContain("Show closed positions");
  expect(waiting).not.toContain("portfolio-totals");
  const closed = positionsQuery(CHAIN, MANAGED, false).queryKey;
  const [zero, totals] = ["0", { positions: 1, isComplete: true }];
  const money = { valueETH: zero, valueUSD: null, costETH: zero, costUSD: null };
  const profit = { unrealizedETH: zero, unrealizedUSD: null, realizedETH: zero, realizedUSD: null };
  client.setQueryData(closed, {
    pages: [{ totals: { ...totals, ...money, ...profit }, positions: [], nextCursor: null }],
    pageParams: [null],
  });
  const other = render(client, table);
  expect(other).toContain("Show closed positions");
  expect(other).toContain("portfolio-totals");
});
