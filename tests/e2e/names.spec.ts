import type { Page } from "playwright/test";
import { type NameNode, startNameNode } from "../setup/servers/start-name-node";
import { type Stack, startStack } from "../setup/stack/start-stack";
import { launchFor } from "./support/account";
import { seriousViolations } from "./support/axe";
import { shoot } from "./support/shoot";
import { showFacts } from "./support/show-facts";
import { test as base, expect, sidewaysOverflow } from "./support/test";
import { newTrader } from "./support/trader";

/** Names from ENS and Basenames, with fake nodes. One launchpad for the file. */
const START_MS = 180_000;
const CHAIN = "base-sepolia";
const WIDTHS = [320, 390, 768, 1280, 1920];

const test = base.extend<{ node: NameNode }, { place: { node: NameNode; stack: Stack } }>({
  place: [
    async ({ browserName: _ }, use) => {
      const node = await startNameNode();
      const stack = await startStack(node.variables);
      await use({ node, stack });
      await stack.stop();
      await node.stop();
    },
    { scope: "worker", timeout: START_MS },
  ],
  node: ({ place }, use) => use(place.node),
  baseURL: ({ place }, use) => use(place.stack.baseUrl),
});
test.describe.configure({ mode: "serial" });

/** Requests of a page for names, with their addresses. */
function watchRequests(page: Page): string[][] {
  const requests: string[][] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname !== "/v1/names") return;
    requests.push((url.searchParams.get("addresses") ?? "").split(","));
  });
  return requests;
}

test("names traders, holders and the creator on the token page, and moves nothing", async ({
  page,
  site,
  node,
}) => {
  test.slow();
  const [ada, bo] = [await newTrader(site), await newTrader(site)];
  node.ens.set(ada.address.toLowerCase(), { name: "a-rather-long-name.eth" });
  node.base.set(bo.address.toLowerCase(), { name: "bo.base.eth" });
  const { token } = await launchFor(site, CHAIN, { name: "Named", symbol: "NAME" });
  await ada.buy(token, "0.02");
  await bo.buy(token, "0.01");

  const requests = watchRequests(page);
  await page.goto(`/${CHAIN}/${token}`);
  const trades = page.getByRole("table", { name: /^Trades of/ });
  const long = trades.getByRole("link", { name: "a-rathe…name.eth" });
  await expect(long).toBeVisible();
  await expect(long).toHaveAttribute("title", `a-rather-long-name.eth · ${ada.address}`);
  const short = trades.getByRole("link", { name: "bo.base.eth" });
  await expect(short).toHaveAttribute("href", `/${CHAIN}/address/${bo.address}`);
  const boxOf = async (locator: typeof short) => (await locator.boundingBox())?.width;
  expect(await boxOf(long)).toBe(await boxOf(short));

  await showFacts(page);
  const safety = page.locator('[data-slot="safety"]');
  await safety.getByText("Top 10 holders").click();
  await expect(safety.getByRole("link", { name: "bo.base.eth" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Holders" }).click();
  const holders = page.getByRole("tabpanel", { name: "Holders" });
  await expect(holders.getByRole("link", { name: "bo.base.eth" })).toBeVisible();
  // One request for each part of the page that arrives separately, not one for each row.
  expect(requests.length).toBeLessThanOrEqual(3);
  const all = requests.flat();
  expect(new Set(all).size, "no address is requested twice").toBe(all.length);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, `names-holders-${colorScheme}`);
  }
  await page.getByRole("tab", { name: "Trades" }).click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysOverflow(page), `at ${width} px`).toBe(0);
    const short = page.getByRole("link", {
      name: width < 640 ? "a-ra…me.eth" : "a-rathe…name.eth",
    });
    await expect(short.first()).toBeVisible();
    if (width < 768) await shoot(trades, `names-trades-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await short.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("bo.base.eth");
});

test("names an address in the title and heading of its page, beside the address", async ({
  page,
  node,
}) => {
  const address = `0x${"5a".repeat(20)}`;
  node.ens.set(address, { name: "grace.eth" });
  await page.goto(`/${CHAIN}/address/${address}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("grace.eth");
  await expect(page).toHaveTitle(/^grace\.eth \(0x5[aA]5[aA]…5[aA]5[aA]\) on Base Sepolia/);
  await expect(page.getByText(new RegExp(`^${address}$`, "i"))).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await shoot(page, "names-address");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysOverflow(page)).toBe(0);
});

test("shows the address when its name belongs to another one, or looks like another", async ({
  page,
  node,
}) => {
  const [thief, lookAlike] = [`0x${"6b".repeat(20)}`, `0x${"7c".repeat(20)}`];
  node.ens.set(thief, { name: "grace.eth", owner: `0x${"5a".repeat(20)}` });
  node.ens.set(lookAlike, { name: "gr\u0430ce.eth" });
  for (const address of [thief, lookAlike]) {
    await page.goto(`/${CHAIN}/address/${address}`);
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(short, "i"));
    await expect(page.getByText(/gr.ce\.eth/)).toHaveCount(0);
  }
});

test("shows addresses while the nodes are down", async ({ page, site, node }) => {
  test.slow();
  node.mode = "down";
  const trader = await newTrader(site);
  node.ens.set(trader.address.toLowerCase(), { name: "late.eth" });
  const { token } = await launchFor(site, CHAIN, { name: "Nameless", symbol: "NONE" });
  await trader.buy(token, "0.01");
  await page.goto(`/${CHAIN}/${token}`);
  const trades = page.getByRole("table", { name: /^Trades of/ });
  await expect(
    trades
      .getByTitle(trader.address)
      .getByText(/^0x.{4}…/)
      .first(),
  ).toBeVisible();
  await expect(trades.getByText("late.eth")).toHaveCount(0);
  node.mode = "up";
});
