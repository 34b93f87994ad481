import type { Locator } from "playwright/test";
import { launchFor, makeFees } from "../support/account";
import { launchToken } from "../support/launch-token";
import { showFacts } from "../support/show-facts";
import { expect, sidewaysOverflow, test } from "../support/test";
import { newTrader } from "../support/trader";

test("a card links to the token page, which marks creator content as unverified", async ({
  page,
  site,
}) => {
  const name = `Harbour ${Date.now()}`;
  const websiteUrl = "https://example.com/harbour";
  const address = await launchToken(site, "base-sepolia", { name, websiteUrl });
  await page.goto("/base-sepolia");
  await page.getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(`/base-sepolia/${address}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(page.getByText("Launched by a browser test.")).toBeVisible();
  await expect(page.getByText("Provided by the creator, unverified")).toBeVisible();
  const link = page.getByRole("link", { name: "Website" });
  await expect(link).toHaveAttribute("href", websiteUrl);
  await expect(link).toHaveAttribute("rel", "nofollow noopener noreferrer ugc");
});

test("a token with the symbol of ether is marked in lists, on its page and in its trade panel", async ({
  page,
  site,
}) => {
  const name = `Not ether ${Date.now()}`;
  const address = await launchToken(site, "base-sepolia", { name, symbol: "ETH" });
  await page.goto("/base-sepolia");
  const link = page.getByRole("link", { name }).first();
  await expect(page.locator("article, tr, li").filter({ has: link }).last()).toContainText(
    "ETH (token)",
  );
  await page.goto(`/base-sepolia/${address}`);
  await expect(page.getByRole("heading", { level: 1, name })).toContainText("ETH (token)");
  const panel = page.getByRole("region", { name: "Trade" });
  await panel.getByRole("tab", { name: "Sell" }).click();
  await expect(
    panel
      .locator("bdi")
      .filter({ hasText: /^ETH \(token\)$/ })
      .first(),
  ).toBeVisible();
});

test("a shared link has a preview image with name and figures, drawn without another host", async ({
  page,
  site,
  context,
}) => {
  const name = `"><script>alert(1)</script> ${Date.now()}`;
  const address = await launchToken(site, "base-sepolia", { name, symbol: "ÆØÅ" });
  const statusOf = async (path: string) => (await context.request.get(site + path)).status();
  // The server writes the title once: the token has to be indexed before the page is requested.
  await expect.poll(() => statusOf(`/v1/base-sepolia/tokens/${address}`)).toBe(200);
  await page.goto(`/base-sepolia/${address}`);
  const title = `${name} (ÆØÅ) on Base Sepolia · Slipway`;
  // The server's title is without figures; the tab then has the market cap in front of it.
  const written = await (await context.request.get(`${site}/base-sepolia/${address}`)).text();
  expect(textOf(/<title>(.*?)<\/title>/.exec(written)?.[1] ?? "")).toBe(title);
  await expect.poll(() => page.title()).toMatch(/^[\d.,]+ ETH · /);
  expect((await page.title()).replace(/^[\d.,]+ ETH · /, "")).toBe(title);
  const meta = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await meta("og:title")).toBe(`${name} (ÆØÅ) on Base Sepolia`);
  // The description comes with the metadata, a moment after the token.
  await expect
    .poll(() => page.reload().then(() => meta("og:description")))
    .toBe("Launched by a browser test.");
  const picture = new URL((await meta("og:image")) ?? "");
  expect(picture.pathname).toBe(`/share/base-sepolia/${address}`);
  for (const path of [picture.pathname, "/share"]) {
    const answer = await context.request.get(site + path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toBe("image/png");
    expect(answer.headers()["cache-control"]).toContain("max-age=600");
    const bytes = await answer.body();
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  expect(await statusOf(`/share/base-sepolia/0x${"1".repeat(40)}`)).toBe(404);
  expect(await statusOf("/share/base-sepolia/nothing")).toBe(400);
  expect(await statusOf(`/share/mainnet/${address}`)).toBe(400);
});

/** The text of an element without others. */
function textOf(html: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => characters[name] ?? "");
}

test("the tab's title follows the market cap and the currency", async ({ page, site, context }) => {
  const address = await launchToken(site, "base-sepolia", { name: "Titled", symbol: "TTL" });
  const path = `/base-sepolia/${address}`;
  const html = async () => (await context.request.get(site + path)).text();
  await expect.poll(html).toContain("<bdi>Titled</bdi>");
  await page.goto(path);
  const plain = "Titled (TTL) on Base Sepolia · Slipway";
  await expect.poll(() => page.title()).toMatch(/^[\d.,]+ ETH · /);
  const before = await page.title();
  expect(before.endsWith(` · ${plain}`)).toBe(true);
  // As Next does when the metadata of a page arrives late.
  await page.evaluate((text) => {
    const title = document.querySelector("title");
    if (title !== null) title.textContent = text;
  }, plain);
  await expect.poll(() => page.title()).toBe(before);
  const trader = await newTrader(site);
  await trader.buy(address, "0.2");
  await expect.poll(() => page.title()).not.toBe(before);
  expect(await page.title()).toMatch(/^[\d.,]+ ETH · Titled/);
  await page.getByRole("radio", { name: "USD" }).check({ force: true });
  await expect.poll(() => page.title()).toMatch(/^\$[\d.,]+[MBT]? · Titled/);
  await page.getByRole("link", { name: "Tokens on Base Sepolia" }).click();
  await expect(page).toHaveURL("/base-sepolia");
  await expect.poll(() => page.title()).not.toContain("Titled");
});

test.describe("with another locale", () => {
  test.use({ locale: "de-DE", timezoneId: "Asia/Tokyo" });

  test("the initial HTML names the token, and the page then updates live", async ({
    page,
    site,
    context,
  }) => {
    const name = `Early ${Date.now()}`;
    const address = await launchToken(site, "base-sepolia", { name, symbol: "EARLY" });
    const path = `/base-sepolia/${address}`;
    // The server names a token that is indexed.
    const html = async () => (await context.request.get(site + path)).text();
    await expect.poll(html).toContain(`<bdi>${name}</bdi>`);
    // The text on the chart's canvas is not in the page.
    await page.addInitScript(() => {
      const written = new Set<string>();
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.add(text);
        document.documentElement.dataset.written = [...written].join(" ");
        return fillText.call(this, text, ...place);
      };
    });
    await page.goto(path);
    const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
    await expect(header.getByText(/^\d+,\d+ ETH$/)).toBeVisible();
    const age = header.locator("time");
    await expect(age).toHaveText(/ago$|^just now$/);
    const hour = new Intl.DateTimeFormat("de-DE", { hour: "2-digit", timeZone: "Asia/Tokyo" });
    const now = hour.format(Date.now()).slice(0, 2);
    const before = hour.format(Date.now() - 60_000).slice(0, 2);
    const clock = new RegExp(`(^| )(${now}|${before}):\\d\\d(:\\d\\d)?( |$)`);
    await expect(page.locator("html")).toHaveAttribute("data-written", clock);
    await age.hover();
    await expect(age).toHaveAttribute("title", /^\d{1,2}\.\d{1,2}\.\d{4}, \d{2}:\d{2}:\d{2}$/);
  });
});

test("the chart is available as a table, by keyboard and in other units", async ({
  page,
  site,
}) => {
  const address = await launchToken(site, "base-sepolia", { name: "Charted", symbol: "CHT" });
  await page.goto(`/base-sepolia/${address}`);
  const legend = page.locator("[data-slot=price-chart] p");
  await expect(legend).toContainText("ETH");
  await page.getByRole("radio", { name: "USD" }).check({ force: true });
  await page.getByRole("radio", { name: "Price" }).check({ force: true });
  await expect(legend).toContainText("USD");
  const chart = page.getByRole("group", { name: /^Price in USD of CHT, 1s candles/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[data-slot=price-chart] [aria-live=polite]")).toBeVisible();
  for (const interval of ["1m", "5m", "15m", "1h", "4h", "1d"]) {
    await page.getByRole("radio", { name: interval, exact: true }).check({ force: true });
    await expect(
      page.getByRole("group", { name: new RegExp(`${interval} candles`) }),
    ).toBeVisible();
  }
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(
    page.getByRole("table", { name: "Price in USD of CHT, volume in USD" }),
  ).toBeVisible();
});

test.describe("an unknown token address", () => {
  test.use({ expectedProblem: /status of 404/ });

  test("says that the launch may not be indexed yet", async ({ page }) => {
    await page.goto(`/base-sepolia/0x${"1".repeat(40)}`);
    await expect(page.getByText("Token not found")).toBeVisible();
  });
});

test.describe("what is far down the page", () => {
  test.use({ expectedProblem: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load chunk/ });

  test.beforeEach(async ({ page, site }) => {
    const address = await launchToken(site, "base-sepolia", { name: `Deep ${Date.now()}` });
    await page.goto(`/base-sepolia/${address}`);
    await expect(page.getByRole("textbox", { name: "You pay" })).toBeVisible();
  });

  test("loads when its reader comes near, and waits for the connection", async ({
    page,
    context,
  }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (/\/(safety|fees)$/.test(request.url())) requests.push(request.url());
    });
    const earners = page.locator('[data-slot="fee-earners"]');
    await context.setOffline(true);
    await showFacts(page);
    await expect(page.getByText("You’re offline.")).toBeVisible();
    for (const name of ["Safety facts", "Bid wall", "Fee earners"]) {
      await expect(page.getByRole("heading", { name })).toBeVisible();
    }
    await expect(page.getByText("Could not load")).toHaveCount(0);
    await expect(earners).toHaveCount(0);
    expect(requests).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText("Liquidity locked")).toBeVisible();
    await expect(earners.getByText("Earned", { exact: true })).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  test("leaves the page usable when its code cannot be loaded", async ({ page }) => {
    await page.route("**/_next/static/chunks/**", (route) => route.abort());
    await showFacts(page);
    // The first one: further down, the list of trades may have failed as well.
    await expect(
      page.getByText("Could not load this part. Reload the page.").first(),
    ).toBeVisible();
    const amount = page.getByRole("textbox", { name: "You pay" });
    await amount.fill("0.01");
    await expect(amount).toHaveValue("0.01");
    await page.unrouteAll();
    await page.reload();
    await showFacts(page);
    await expect(page.getByText("Liquidity locked")).toBeVisible();
  });
});

test("on a phone, trades and holders have one line each", async ({ page, site }) => {
  const { token } = await launchFor(site, "base", { name: "Narrow" });
  await makeFees(site, "base", token, "0.0123456");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/base/${token}`);
  await page.getByRole("tab", { name: "Trades" }).scrollIntoViewIfNeeded();
  const trader = page.getByRole("table", { name: /^Trades of/ }).getByText(/^0x/);
  await expect(trader).toBeVisible();
  const heights = (locator: Locator) =>
    locator.evaluateAll((nodes) =>
      nodes.map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().height;
      }),
    );
  expect(Math.max(...(await heights(trader)))).toBeLessThan(24);
  await page.getByRole("tab", { name: "Holders" }).click();
  const holders = page.getByRole("tabpanel", { name: "Holders" });
  await expect(holders.getByText("pool and wall")).toBeVisible();
  expect(Math.max(...(await heights(holders.getByText(/^0x/))))).toBeLessThan(24);
  expect(await sidewaysOverflow(page)).toBe(0);
});
