import { call } from "@slipway-launchpad/client";
import type { BrowserContext, Page, Request } from "playwright/test";
import { getTokenPrice } from "@/lib/features/market/operations/market";
import { launchToken } from "./support/launch-token";
import { expect, newCaller, test } from "./support/test";
import { newTrader } from "./support/trader";

const CHAIN = "base-sepolia";
const LIMIT_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const TRADES = 30;
const ETHER = "0.01";

type Counted = { path: string; at: number; request: Request };

/** Requests of the tabs of a browser to the Data API. */
function countRequests(context: BrowserContext) {
  const asked: Counted[] = [];
  const streams = new Set<Request>();
  let refused = 0;
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  const isStream = (request: Request) => pathOf(request).endsWith("/stream");
  context.on("request", (request) => {
    const path = pathOf(request);
    if (!path.startsWith("/v1/")) return;
    asked.push({ path, at: Date.now(), request });
    if (isStream(request)) streams.add(request);
  });
  context.on("response", (response) => {
    if (response.status() === 429) refused += 1;
  });
  context.on("requestfinished", (request) => streams.delete(request));
  context.on("requestfailed", (request) => streams.delete(request));
  // No event reports the end of the requests of a closed tab.
  const open = () => [...streams].filter((request) => !request.frame().page().isClosed());
  return {
    since: (moment: number) => asked.filter(({ at }) => at >= moment),
    streams: () => open().map(pathOf).sort(),
    /** The tab that reads the only stream of a chain, and its request. */
    leader(chain: string) {
      const [only, ...more] = open().filter((one) => pathOf(one) === `/v1/${chain}/stream`);
      if (only === undefined || more.length > 0) throw new Error("There is not one stream");
      return { page: only.frame().page(), request: only };
    },
    refused: () => refused,
  };
}

/** Trades a token outside of the pages and returns its new market cap. */
async function newMarket(site: string, token: string) {
  const trader = await newTrader(site);
  const params = { chain: CHAIN, tokenAddress: token } as const;
  // Another caller each time: these requests exceed the limit of one caller.
  const caller = () => ({ baseUrl: site, headers: { "x-forwarded-for": newCaller() } });
  const worth = async () => (await call(getTokenPrice, { params }, caller())).price.marketCapETH;
  return {
    async buy(): Promise<string> {
      const before = await worth();
      await trader.buy(token, ETHER);
      await expect.poll(worth).not.toBe(before);
      return worth();
    },
  };
}

const inRow = (page: Page, name: string) =>
  page.locator('[data-slot="explorer-row"]').filter({ hasText: name });
const inStrip = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Just launched" })
    .getByRole("article")
    .filter({ hasText: name });

/** An element with exactly this market cap. */
const worthOf = (value: string) => `data[value="${value}"]`;

/** Waits until every tab shows a market cap in each place that has one. */
async function allShow(lists: Page[], tokens: Page[], name: string, worth: string): Promise<void> {
  await Promise.all([
    ...lists.flatMap((page) => [
      expect(inRow(page, name).locator(worthOf(worth))).toBeVisible(),
      expect(inStrip(page, name).locator(worthOf(worth))).toBeVisible(),
    ]),
    ...tokens.map((page) =>
      expect(page.locator("[data-slot=token-worth]").locator(worthOf(worth))).toBeVisible(),
    ),
  ]);
}

/** The total volume in the chart's table. */
function tradedVolume(page: Page): Promise<number> {
  return page
    .getByRole("table", { name: /^Market cap in ETH/ })
    .locator("tbody tr td:last-child")
    .evaluateAll((cells) => cells.reduce((sum, cell) => sum + Number(cell.textContent), 0));
}

test.setTimeout(120_000);

test("six tabs behind one address stay below the rate limit and are live", async ({
  page,
  context,
  site,
}) => {
  const name = `Office ${Date.now()}`;
  const token = await launchToken(site, CHAIN, { name, symbol: "OFC" });
  const market = await newMarket(site, token);
  const requests = countRequests(context);
  // The newest token is in the strip and, by that order, in the first rows.
  const paths = ["/explore?tab=new", "/explore?tab=new", `/${CHAIN}?tab=new`, `/${CHAIN}?tab=new`];
  const tokenPaths = [`/${CHAIN}/${token}`, `/${CHAIN}/${token}`];
  const opened = Date.now();
  const tabs: Page[] = [];
  for (const path of [...paths, ...tokenPaths]) {
    const tab = tabs.length === 0 ? page : await context.newPage();
    tabs.push(tab);
    await tab.goto(path);
  }
  const lists = tabs.slice(0, paths.length);
  const [charted, tabled] = tabs.slice(paths.length);
  if (charted === undefined || tabled === undefined) throw new Error("There are six tabs");
  await tabled.getByRole("button", { name: "Show table" }).click();
  await expect.poll(requests.streams).toEqual(["/v1/base-sepolia/stream", "/v1/base/stream"]);
  await allShow(lists, [charted, tabled], name, await market.buy());
  const chart = charted.locator("[data-slot=price-chart]");
  await expect(chart.locator("canvas").first()).toBeVisible();

  const start = Date.now();
  const volume = await tradedVolume(tabled);
  const legends = new Set<string>();
  for (let trade = 0; trade < TRADES; trade += 1) {
    const worth = await market.buy();
    await allShow(lists, [charted, tabled], name, worth);
    legends.add((await chart.locator("p").textContent()) ?? "");
  }
  const added = `Added ${Date.now()}`;
  await launchToken(site, CHAIN, { name: added });
  for (const tab of lists) {
    const card = inStrip(tab, added);
    await expect(card).toBeVisible();
    // Its image comes with its metadata, after the launch.
    await expect(card.locator("img")).toBeVisible();
    await expect(inRow(tab, added)).toBeVisible();
  }
  await expect.poll(() => tradedVolume(tabled)).toBeCloseTo(volume + TRADES * Number(ETHER), 6);
  const elapsedMs = Date.now() - start;

  expect(legends.size).toBeGreaterThan(TRADES / 2);
  expect(requests.streams()).toEqual(["/v1/base-sepolia/stream", "/v1/base/stream"]);
  expect(requests.refused()).toBe(0);
  const asked = requests.since(start);
  // A fast machine is done in a quarter of a minute, with the requests that a launch causes once.
  const perMinute = asked.length / Math.max(1, elapsedMs / MINUTE_MS);
  const inFirstMinute = requests.since(opened).filter(({ at }) => at < opened + MINUTE_MS);
  const description = [
    `${TRADES} trades and a launch in ${(elapsedMs / 1_000).toFixed(1)} s`,
    `${asked.length} requests, ${perMinute.toFixed(0)} a minute`,
    `${inFirstMinute.length} in the minute from the opening of the first tab on`,
  ].join("; ");
  test.info().annotations.push({ type: "requests", description });
  expect(perMinute).toBeLessThan(LIMIT_PER_MINUTE / 3);
  expect(inFirstMinute.length).toBeLessThan(LIMIT_PER_MINUTE / 2);
  // Data of events is not requested: only the clock requests candles and lists, once a minute. A
  // tab requests its candles once more for a trade in the first two seconds of its stream, which
  // may send it again.
  const minutes = 1 + Math.floor(elapsedMs / MINUTE_MS);
  const ofKind = (end: string) => asked.filter(({ path }) => path.endsWith(end)).length;
  expect(ofKind("/candles")).toBeLessThanOrEqual(2 * (minutes + 1));
  expect(ofKind("/tokens/new")).toBeLessThanOrEqual(6 * minutes);
});

test("another tab resumes the stream when its tab is closed or hidden", async ({
  page,
  context,
  site,
}) => {
  const name = `Heir ${Date.now()}`;
  const token = await launchToken(site, CHAIN, { name });
  const market = await newMarket(site, token);
  const requests = countRequests(context);
  const path = `/${CHAIN}?tab=new`;
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto(path);
  await expect.poll(requests.streams).toEqual([`/v1/${CHAIN}/stream`]);
  await allShow(tabs, [], name, await market.buy());

  const first = requests.leader(CHAIN).page;
  const others = tabs.filter((tab) => tab !== first);
  // The trade may come before, in or after the moment without a stream.
  const [worth] = await Promise.all([market.buy(), first.close()]);
  await allShow(others, [], name, worth);
  await expect.poll(requests.streams).toEqual([`/v1/${CHAIN}/stream`]);
  const heir = requests.leader(CHAIN);
  expect(others).toContain(heir.page);
  expect(heir.request.headers()["last-event-id"]).toMatch(/^\d+-/);

  const setVisibility = (tab: Page, state: DocumentVisibilityState) =>
    tab.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  const shown = others.filter((tab) => tab !== heir.page);
  await setVisibility(heir.page, "hidden");
  await expect
    .poll(() => requests.streams().length === 1 && requests.leader(CHAIN).page)
    .toBe(shown[0]);
  const hidden = Date.now();
  let last = "";
  for (let trade = 0; trade < 4; trade += 1) {
    last = await market.buy();
    await allShow(shown, [], name, last);
  }
  // A hidden tab sends no requests.
  const ofHidden = requests
    .since(hidden)
    .filter(({ request }) => request.frame().page() === heir.page);
  expect(ofHidden.map((one) => one.path)).toEqual([]);
  await setVisibility(heir.page, "visible");
  await allShow([heir.page], [], name, last);
  await allShow(others, [], name, await market.buy());
  expect(requests.streams()).toEqual([`/v1/${CHAIN}/stream`]);
});

test("a browser that cannot share a stream opens one per tab", async ({ page, context, site }) => {
  const name = `Alone ${Date.now()}`;
  const token = await launchToken(site, CHAIN, { name });
  const market = await newMarket(site, token);
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
  });
  const requests = countRequests(context);
  const other = await context.newPage();
  await page.goto(`/${CHAIN}?tab=new`);
  await other.goto(`/${CHAIN}/${token}`);
  await expect.poll(() => requests.streams().length).toBe(2);
  await allShow([page], [other], name, await market.buy());
  await allShow([page], [other], name, await market.buy());
});
