import type { Page } from "playwright/test";
import { launchFor } from "./support/account";
import { seriousViolations } from "./support/axe";
import { holdPart } from "./support/late-parts";
import { expect, sidewaysOverflow, test } from "./support/test";

/** The explorer as a table of all figures: columns, ranges, watchlist, keys. */
const CHAIN = "base";

const explorer = (page: Page) => page.getByRole("region", { name: "Explore" });
const rows = (page: Page) => explorer(page).locator('[data-slot="explorer-row"]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const unique = (name: string) => `${name} ${Date.now()}`;

test("a column orders the list, and turns it when pressed again", async ({ page, site }) => {
  for (const name of ["First", "Second"]) await launchFor(site, CHAIN, { name: unique(name) });
  await page.goto(`/${CHAIN}`);
  const head = explorer(page).getByRole("group", { name: "Sort by" });
  await expect(rows(page).nth(1)).toBeVisible();
  expect(await head.getByRole("button").count()).toBeGreaterThanOrEqual(10);
  const holders = async () =>
    (await rows(page).allTextContents()).map((text) => Number(/Holders (\d+)/.exec(text)?.[1]));
  await head.getByRole("button", { name: "Holders" }).click();
  await expect(page).toHaveURL(`/${CHAIN}?sort=holders`);
  await expect(head.getByRole("button", { name: "Holders, descending" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(async () => {
    const found = await holders();
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
  }).toPass();
  await head.getByRole("button", { name: "Holders" }).click();
  await expect(page).toHaveURL(`/${CHAIN}?sort=holders&direction=asc`);
  await expect(async () => {
    const found = await holders();
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  }).toPass();
  // A column of a tab is that tab.
  await head.getByRole("button", { name: "Market cap" }).click();
  await expect(page).toHaveURL(`/${CHAIN}`);
  await expect(explorer(page).getByRole("radio", { name: "Top" })).toBeChecked();
});

test("a token launched while the list is open has its price, and no figures that are not counted yet", async ({
  page,
  site,
}) => {
  const opened = page.waitForResponse((response) => response.url().includes(`/${CHAIN}/stream`));
  await page.goto(`/${CHAIN}?tab=new`);
  await opened;
  const name = unique("While open");
  // A list of the service would bring the figures. Without it, the row has only what the event carries.
  await page.route(/\/v1\/base\/tokens\?/, (route) => route.abort());
  await launchFor(site, CHAIN, { name });
  const row = rowOf(page, name);
  const show = explorer(page).getByRole("button", { name: /new/ });
  await expect(async () => {
    if (await show.isVisible()) await show.click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText(/Price 0\.0.*[1-9].* ETH/);
  await expect(row).toContainText("Holders –");
});

test("ranges filter the list and are in the URL", async ({ page, site }) => {
  const name = unique("Young");
  await launchFor(site, CHAIN, { name });
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(rowOf(page, name)).toBeVisible();
  await explorer(page).getByRole("button", { name: "Filter" }).click();
  const panel = page.getByRole("dialog", { name: "Filter" });
  await panel.getByRole("textbox", { name: "Holders from" }).fill("many");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByText("Write the number in digits, such as 10.")).toBeVisible();
  await panel.getByRole("textbox", { name: "Holders from" }).fill("");
  await panel.getByRole("textbox", { name: "Age to" }).fill("1");
  await panel.getByRole("textbox", { name: "Market cap to" }).fill("1000000");
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/${CHAIN}?tab=new&marketCapMax=1000000&ageMax=3600`);
  await expect(rowOf(page, name)).toBeVisible();
  await explorer(page).getByRole("button", { name: "Remove filter: Younger than 1h" }).click();
  await page.goto(`/${CHAIN}?tab=new&marketCapMin=1000000`);
  await expect(page.getByText("No matching tokens")).toBeVisible();
  await page.getByRole("button", { name: "Show all tokens" }).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test("the filter panel shows the filters of the page, also after one was removed", async ({
  page,
  site,
}) => {
  await launchFor(site, CHAIN, { name: unique("Filtered") });
  const panel = page.getByRole("dialog", { name: "Filter" });
  const field = (name: string) => panel.getByRole("textbox", { name });
  const openPanel = () =>
    explorer(page)
      .getByRole("button", { name: /^Filter/ })
      .click();
  await page.goto(`/${CHAIN}?tab=new&holdersMax=9000&ageMax=3600`);
  await openPanel();
  await expect(field("Age to")).toHaveValue("1");
  await page.keyboard.press("Escape");
  await explorer(page).getByRole("button", { name: "Remove filter: Younger than 1h" }).click();
  await openPanel();
  await expect(field("Age to")).toHaveValue("");
  await expect(field("Holders to")).toHaveValue("9000");
  // Input that is not applied is kept while the panel is closed.
  await field("Volume 24h from").fill("2");
  await page.keyboard.press("Escape");
  await openPanel();
  await expect(field("Volume 24h from")).toHaveValue("2");
  await field("Volume 24h from").fill("");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new&holdersMax=9000`);
});

test("no figure of the table is cut off, in either currency", async ({ page, site }) => {
  for (const marketCap of ["1000000000", "100000000000000"]) {
    await launchFor(site, CHAIN, { name: unique("Sized"), marketCap });
  }
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${CHAIN}?tab=new`);
    for (const currency of ["ETH", "USD"]) {
      await page
        .getByRole("group", { name: "Currency" })
        .getByText(currency, { exact: true })
        .click();
      await expect(rows(page).nth(1)).toBeVisible();
      const cut = await rows(page)
        .locator("> p")
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
            // biome-ignore lint/performance/useDomNodeTextContent: what is on screen
            .map((cell) => (cell instanceof HTMLElement ? cell.innerText : "")),
        );
      expect(cut, `${width} px, ${currency}`).toEqual([]);
    }
  }
});

for (const query of [
  "ageMax=1.5",
  "holdersMin=2.5",
  "ageMin=9999999999",
  "marketCapMin=5&marketCapMax=1",
  "creatorShareMax=lots",
  "holdersMin=1&owner=0x1111111111111111111111111111111111111111",
  "sort=holders&manager=0x1111111111111111111111111111111111111111",
]) {
  test(`a link with ${query} shows a list, not an error`, async ({ page, site }) => {
    await launchFor(site, CHAIN, { name: unique("Linked") });
    await page.goto(`/${CHAIN}?tab=new&${query}`);
    await expect(rows(page).first().or(page.getByText("No matching tokens"))).toBeVisible();
    await expect(page.getByText("Could not load")).toHaveCount(0);
  });
}

test("watchlist and recently viewed tokens stay in the browser", async ({ page, site }) => {
  const [watched, other] = [unique("Watched"), unique("Other")];
  await launchFor(site, CHAIN, { name: watched });
  const { token } = await launchFor(site, CHAIN, { name: other });
  await page.goto(`/${CHAIN}?list=watched`);
  await expect(page.getByText("Your watchlist is empty")).toBeVisible();
  await page.goto(`/${CHAIN}?tab=new`);
  const star = rowOf(page, watched).getByRole("button", { name: "Watch" });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await explorer(page).getByText("Watchlist", { exact: true }).click();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new&list=watched`);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rowOf(page, watched)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/${CHAIN}/${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(other);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("slipway.recent-tokens")))
    .toContain(token);
  await page.goto(`/${CHAIN}?list=recent`);
  await expect(rowOf(page, other)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test("keys move through the rows, open and watch a token, and are documented", async ({
  page,
  site,
}) => {
  const name = unique("Keyed");
  await launchFor(site, CHAIN, { name: unique("Before") });
  await launchFor(site, CHAIN, { name });
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(rowOf(page, name)).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard" });
  await expect(help.getByText("Next token")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href") ?? "");
  await page.keyboard.press("j");
  const first = await focused();
  expect(first).toMatch(/^\/base\/0x/);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(first);
  await page.keyboard.press("k");
  expect(await focused()).toBe(first);
  await page.keyboard.press("w");
  await expect(
    explorer(page).locator('[data-slot="explorer-row"] [aria-pressed="true"]'),
  ).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(first);
});

/** Launches a token and waits until the frozen list has it above its first row. */
async function launchAbove(page: Page, site: string): Promise<void> {
  await launchFor(site, CHAIN, { name: unique("Above") });
  await expect(explorer(page).getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
}

/** The link of the first row. */
const firstLink = (page: Page) => rows(page).first().getByRole("heading").getByRole("link");

test("the list is frozen under the pointer also after a column ordered it", async ({
  page,
  site,
}) => {
  for (const name of ["Second", "First"]) await launchFor(site, CHAIN, { name: unique(name) });
  await page.goto(`/${CHAIN}`);
  const head = explorer(page).getByRole("group", { name: "Sort by" });
  await head.getByRole("button", { name: "Age" }).click();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new`);
  await expect(
    page.getByRole("status").filter({ hasText: /^Newest first, \d+ tokens/ }),
  ).toHaveCount(1);
  await rows(page).nth(1).hover();
  const first = await firstLink(page).getAttribute("href");
  await launchAbove(page, site);
  await expect(firstLink(page)).toHaveAttribute("href", first ?? "");
});

test("keys from row to row keep the list frozen", async ({ page, site }) => {
  for (const name of ["Lower", "Upper"]) await launchFor(site, CHAIN, { name: unique(name) });
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(rows(page).nth(1)).toBeVisible();
  await page.keyboard.press("j");
  const first = await firstLink(page).getAttribute("href");
  await launchAbove(page, site);
  for (const key of ["j", "Tab", "k"]) {
    await page.keyboard.press(key);
    await expect(firstLink(page), key).toHaveAttribute("href", first ?? "");
  }
  await expect(explorer(page).getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
});

test("a button that clears the filter by keyboard does not freeze the list", async ({
  page,
  site,
}) => {
  await launchFor(site, CHAIN, { name: unique("Cleared") });
  await page.goto(`/${CHAIN}?tab=new&marketCapMin=1000000`);
  await page.getByRole("button", { name: "Show all tokens" }).press("Enter");
  await expect(rows(page).first()).toBeVisible();
  const name = unique("After");
  await launchFor(site, CHAIN, { name });
  await expect(rowOf(page, name)).toBeVisible();
  await expect(explorer(page).getByRole("button", { name: /^\d+ new$/ })).toHaveCount(0);
});

test("rows of the previous order cannot be used while the new one loads", async ({
  page,
  site,
}) => {
  await launchFor(site, CHAIN, { name: unique("Previous") });
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(rows(page).first()).toBeVisible();
  const list = explorer(page)
    .locator("ol")
    .filter({ has: page.locator("article") });
  const late = await holdPart(page, {
    name: "tokens by holders",
    is: ({ searchParams }) => searchParams.get("sort") === "holders",
  });
  await explorer(page)
    .getByRole("group", { name: "Sort by" })
    .getByRole("button", { name: "Holders" })
    .click();
  await expect(list).toHaveAttribute("aria-busy", "true");
  await expect(list).toHaveAttribute("inert");
  await expect(explorer(page).getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
  await late.release();
  await expect(list).toHaveAttribute("aria-busy", "false");
  await expect(list).not.toHaveAttribute("inert");
});

test.describe("a next page that fails", () => {
  test.use({ expectedProblem: /status of 400/ });

  test("has its error under the list, and is requested again only by its button", async ({
    page,
    site,
  }) => {
    await launchFor(site, CHAIN, { name: unique("Paged") });
    let isDown = true;
    let requests = 0;
    await page.route(/\/v1\/base\/tokens\?/, async (route) => {
      const url = new URL(route.request().url());
      const isNext = url.searchParams.get("cursor") !== null;
      if (isNext) requests += 1;
      if (isNext && isDown) {
        const error = { success: false, code: "invalid_parameters", error: "This page is gone" };
        return route.fulfill({ status: 400, json: error });
      }
      url.searchParams.delete("cursor");
      const response = await route.fetch({ url: url.href });
      const { pagination, ...list } = await response.json();
      const next = isNext ? undefined : "next";
      return route.fulfill({ response, json: { ...list, pagination: { ...pagination, next } } });
    });
    // The server renders no list with a filter, so its pages pass the route.
    await page.goto(`/${CHAIN}?tab=new&holdersMin=1`);
    await expect(rows(page).first()).toBeVisible();
    await expect(explorer(page).getByRole("alert")).toContainText("This page is gone");
    const more = explorer(page).getByRole("button", { name: "Load more" });
    await expect(more).toBeVisible();
    expect(requests).toBe(1);
    await more.click();
    await expect.poll(() => requests).toBe(2);
    await expect(more).toBeEnabled();
    isDown = false;
    await more.click();
    await expect(more).toHaveCount(0);
    await expect(explorer(page).getByRole("alert")).toHaveCount(0);
    expect(requests).toBe(3);
  });
});

test("cards stay chosen in this browser", async ({ page, site }) => {
  await launchFor(site, CHAIN, { name: unique("Card") });
  await page.goto(`/${CHAIN}`);
  await explorer(page).getByRole("button", { name: "Show as cards" }).click();
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(explorer(page).locator('[data-slot="explorer-card"]').first()).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`start page and explorer fit and are accessible from 320 to 1920 px, ${colorScheme}`, async ({
    page,
    site,
  }) => {
    await launchFor(site, CHAIN, { name: unique("Fitting with a rather long name") });
    await page.emulateMedia({ colorScheme });
    for (const path of ["/about", "/", "/explore", `/${CHAIN}?tab=new`]) {
      for (const width of [320, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        if (path === "/") await page.context().clearCookies();
        await page.goto(path);
        if (path !== "/about") await expect(page.getByRole("article").first()).toBeVisible();
        expect(await sidewaysOverflow(page), `${path} at ${width}`).toBe(0);
      }
      expect(await seriousViolations(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await seriousViolations(page), path).toEqual([]);
    }
  });
}
