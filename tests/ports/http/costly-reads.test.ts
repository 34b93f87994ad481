import { getAddress } from "viem";
import { expect, it, vi } from "vitest";
import { read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import { openPipeline } from "../support/open-pipeline";

const operation = OPERATIONS.listTokens;
const PATH = operation.path.replace("{chain}", "base");
const answer = {
  data: [],
  pagination: { limit: 50, offset: 0 },
  meta: { network: "mainnet" as const, timestamp: 1_700_000_000 },
};
const running: (() => void)[] = [];
const list = read(operation, async ({ input }) => {
  if (input.query.ranges !== undefined) await new Promise<void>((end) => running.push(end));
  return answer;
});
const token = getAddress(`0x${"ab".repeat(20)}`);
const tradesPath = OPERATIONS.listTrades.path
  .replace("{chain}", "base")
  .replace("{tokenAddress}", token);
const searching: (() => void)[] = [];
const trades = read(OPERATIONS.listTrades, async ({ input: { query } }) => {
  if (query.trader !== undefined && query.minETH !== undefined) {
    await new Promise<void>((end) => searching.push(end));
  }
  return { tokenAddress: token, trades: [], nextCursor: null, meta: answer.meta };
});
const baseUrl = openPipeline({ endpoints: [list, trades] });

it("computes four lists with ranges at a time for one caller, and serves others meanwhile", async () => {
  const ranged = Array.from({ length: 6 }, (_, n) =>
    fetch(`${baseUrl()}${PATH}?sort=priceChange5m&marketCapMin=0.00000${n + 1}`),
  );
  await vi.waitFor(() => expect(running).toHaveLength(4));
  expect((await fetch(`${baseUrl()}${PATH}`)).status).toBe(200);
  expect((await fetch(`${baseUrl()}${PATH}?sort=volume24h`)).status).toBe(200);
  expect(running).toHaveLength(4);
  for (const end of running) end();
  await vi.waitFor(() => expect(running).toHaveLength(6), { timeout: 10_000 });
  for (const end of running) end();
  for (const response of await Promise.all(ranged)) expect(response.status).toBe(200);
});

it("searches trades by sender and size four at a time for one caller, and serves others meanwhile", async () => {
  const url = `${baseUrl()}${tradesPath}`;
  const trader = `trader=0x${"cd".repeat(20)}`;
  const filtered = Array.from({ length: 6 }, (_, n) =>
    fetch(`${url}?${trader}&minETH=10&cursor=${n + 1}-0`),
  );
  await vi.waitFor(() => expect(searching).toHaveLength(4), { timeout: 10_000 });
  for (const query of ["", `?${trader}`, "?minETH=10"]) {
    expect((await fetch(`${url}${query}`)).status, query).toBe(200);
  }
  expect(searching).toHaveLength(4);
  for (const end of searching) end();
  await vi.waitFor(() => expect(searching).toHaveLength(6), { timeout: 10_000 });
  for (const end of searching) end();
  for (const response of await Promise.all(filtered)) expect(response.status).toBe(200);
});
