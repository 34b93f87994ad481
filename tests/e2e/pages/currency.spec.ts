import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { z } from "zod";
import { getTokenPrice } from "@/lib/features/market/operations/market";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { launchFor, makeFees } from "../support/account";
import { changeJson } from "../support/change-json";
import { showFacts } from "../support/show-facts";
import { expect, sidewaysOverflow, test } from "../support/test";

/** ETH or dollars: one choice for every page of a browser. */
const CHAIN = "base";

const choose = (page: Page, currency: "ETH" | "USD") =>
  page.getByRole("group", { name: "Currency" }).getByText(currency, { exact: true }).click();

/** A traded and indexed token whose values do not change any more. */
async function tradedToken(site: string): Promise<{ token: string; name: string }> {
  const name = `Toggle ${Date.now()}`;
  const { token } = await launchFor(site, CHAIN, { name });
  await makeFees(site, CHAIN, token, "0.5");
  await expect(async () => {
    const { volume24h } = await pricesOf(site, token);
    expect(Number(volume24h)).toBeGreaterThan(0);
  }).toPass();
  return { token, name };
}

async function pricesOf(site: string, token: string) {
  const params = { chain: CHAIN, tokenAddress: token } as const;
  const { price, volume } = await call(getTokenPrice, { params }, { baseUrl: site });
  if (price.marketCapUSD === null || price.priceUSD === null) throw new Error("no dollars");
  return {
    ...price,
    marketCapUSD: price.marketCapUSD,
    priceUSD: price.priceUSD,
    volume24h: volume.volume24h,
  };
}

test("the currency applies to lists, cards, token page and chart, and survives a reload", async ({
  page,
  site,
}) => {
  const { token, name } = await tradedToken(site);
  const { marketCapETH, marketCapUSD, priceETH, priceUSD } = await pricesOf(site, token);
  const [eth, usd] = [`${formatDecimal(marketCapETH)} ETH`, `$${formatDecimal(marketCapUSD)}`];

  await page.goto(`/${CHAIN}?tab=new`);
  const row = page.locator('[data-slot="explorer-row"]').filter({ hasText: name });
  const fresh = page.locator('[data-slot="token-card"]').filter({ hasText: name });
  await expect(row).toContainText(eth);
  await expect(fresh).toContainText(eth);
  await choose(page, "USD");
  await expect(row).toContainText(usd);
  await expect(row).not.toContainText("ETH");
  await expect(fresh).toContainText(usd);
  await page.reload();
  await expect(row).toContainText(usd);
  await page.getByRole("button", { name: "Show as cards" }).click();
  const card = page.locator('[data-slot="explorer-card"]').filter({ hasText: name });
  await expect(card).toContainText(usd);
  await expect(card).toContainText("vol $");
  await page.getByRole("combobox", { name: "Search tokens" }).fill(name);
  await expect(page.getByRole("option", { name })).toContainText("$");

  await page.goto(`/${CHAIN}/${token}`);
  const worth = page.locator('[data-slot="token-worth"]');
  await expect(worth).toContainText(usd);
  await expect(worth).toContainText(eth);
  const stats = page.locator('[data-slot="token-stats"]');
  await expect(stats).toContainText(`$${formatDecimal(priceUSD)}`);
  await expect(stats).not.toContainText("ETH");
  await showFacts(page);
  for (const slot of ["bid-wall", "fee-earners"]) {
    await expect(page.locator(`[data-slot="${slot}"]`).locator("dd").last()).toContainText("$");
  }
  const chart = page.locator('[data-slot="price-chart"]');
  const canvas = (unit: string) => chart.getByLabel(new RegExp(`^Market cap in ${unit} of`));
  await expect(canvas("USD")).toBeVisible();
  await expect(chart.getByText(/^[\d.,]+ USD$/)).toBeVisible();
  await chart.getByRole("button", { name: "Show table" }).click();
  const table = chart.getByRole("table", { name: /^Market cap in USD of .*, volume in USD$/ });
  const close = table.getByRole("row").nth(1).getByRole("cell").nth(3);
  await expect
    .poll(async () => Number(((await close.textContent()) ?? "").replaceAll(",", "")))
    .toBeCloseTo(Number(marketCapUSD), -1);
  await chart.getByRole("button", { name: "Show chart" }).click();

  await choose(page, "ETH");
  await expect(canvas("ETH")).toBeVisible();
  await expect(stats).toContainText(`${formatDecimal(priceETH)} ETH`);
  await expect(worth).toContainText(usd);
  await page.reload();
  await expect(canvas("ETH")).toBeVisible();
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(card).toContainText(eth);
});

test("the currency of one tab applies to other tabs immediately", async ({
  page,
  context,
  site,
}) => {
  const { token } = await tradedToken(site);
  await page.goto(`/${CHAIN}/${token}`);
  const other = await context.newPage();
  await other.goto(`${site}/${CHAIN}`);
  await choose(other, "USD");
  await expect(page.locator('[data-slot="token-stats"]')).toContainText("$");
});

const withDollars = z.record(z.string(), z.unknown());

/** Changes responses to those of a chain without an ETH/USD feed. */
async function withoutFeed(page: Page): Promise<void> {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    const object = withDollars.safeParse(value);
    if (!object.success) return value;
    return Object.fromEntries(
      Object.entries(object.data).map(([key, inner]) => [
        key,
        /USD$|^ethUsd$/.test(key) ? null : strip(inner),
      ]),
    );
  };
  await page.route(/\/v1\/([^/]+\/tokens|config)/, (route) => changeJson(route, strip));
  // The first rows are part of the page, as JSON within a script.
  await page.route(
    (url) => url.pathname.startsWith(`/${CHAIN}`),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replaceAll(/(\\"\w*USD\\":)\\"[^"\\]*\\"/g, "$1null");
      await route.fulfill({ response, body });
    },
  );
}

test.describe("without a feed", () => {
  // The HTML is still that of a service with a feed; React renders the page again.
  test.use({ expectedProblem: /React error #418/ });

  test("without a feed USD is not offered, and a stored choice shows ETH", async ({
    page,
    site,
  }) => {
    const { token, name } = await tradedToken(site);
    await page.addInitScript(() => localStorage.setItem("slipway.currency", "USD"));
    await withoutFeed(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/${CHAIN}?tab=new`);
    const row = page.locator('[data-slot="explorer-row"]').filter({ hasText: name });
    await expect(row).toContainText("ETH");
    await expect(page.getByRole("group", { name: "Currency" })).toHaveCount(0);
    await expect(page.locator('[data-slot="token-card"]').first()).toContainText("ETH");
    expect(await sidewaysOverflow(page)).toBe(0);

    await page.goto(`/${CHAIN}/${token}`);
    const chart = page.locator('[data-slot="price-chart"]');
    await expect(chart.getByLabel(/^Market cap in ETH of/)).toBeVisible();
    await expect(page.locator('[data-slot="token-stats"]')).toContainText("ETH");
    await expect(page.getByRole("group", { name: "Currency" })).toHaveCount(0);
    // Not "$RPC_URL" in the commands that verify a fact.
    await expect(page.getByText(/\$\d/)).toHaveCount(0);
  });
});
