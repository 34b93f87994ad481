import type { Locator, Page } from "playwright/test";
import { launchFor, makeFees } from "./support/account";
import { seriousViolations } from "./support/axe";
import { expect, sidewaysOverflow, test } from "./support/test";

/** The list of all tokens: its orders, filters, address, live arrivals and the search. */
const CHAIN = "base";

const explorer = (page: Page) => page.getByRole("region", { name: "Explore" });
const rows = (page: Page) => explorer(page).locator('[data-slot="explorer-row"]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const unique = (name: string) => `${name} ${Date.now()}`;

test("order, view and filter are in the URL and restored from it", async ({
  page,
  browser,
  site,
}) => {
  const recipients = [
    "0x1111111111111111111111111111111111111111",
    "0x2222222222222222222222222222222222222222",
  ];
  const name = unique("Filtered");
  const { manager } = await launchFor(site, CHAIN, { name, feeSplitRecipients: recipients });
  const other = unique("Other");
  await launchFor(site, CHAIN, { name: other });

  await page.goto(`/${CHAIN}`);
  await explorer(page).getByText("New", { exact: true }).click();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new`);
  await expect(rowOf(page, other)).toBeVisible();
  await explorer(page).getByRole("button", { name: "Filter" }).click();
  const panel = page.getByRole("dialog", { name: "Filter" });
  await panel.getByRole("textbox", { name: "Manager" }).fill("0x12");
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByText("must be 0x and 40 hex characters")).toBeVisible();
  await panel.getByRole("textbox", { name: "Manager" }).fill(manager ?? "");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, name)).toBeVisible();
  await explorer(page).getByRole("button", { name: "Show as cards" }).click();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new&view=cards&manager=${manager}`);

  const guest = await browser.newPage({ baseURL: site });
  await guest.goto(page.url());
  const cards = explorer(guest).locator('[data-slot="explorer-card"]');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(name);
  await expect(explorer(guest).getByRole("radio", { name: "New" })).toBeChecked();
  await explorer(guest)
    .getByRole("button", { name: /^Remove filter: Manager/ })
    .click();
  await expect(cards.filter({ hasText: other })).toBeVisible();
  await expect(guest).toHaveURL(`/${CHAIN}?tab=new&view=cards`);
  await guest.close();
});

test("a filter without matches shows its value and a clear button, on a phone too", async ({
  page,
  site,
}) => {
  const name = unique("Unfiltered");
  await launchFor(site, CHAIN, { name });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/${CHAIN}?tab=new&owner=0x${"3".repeat(40)}`);
  await expect(page.getByText("No matching tokens")).toBeVisible();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("0x3333…3333");
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByRole("button", { name: "Show all tokens" }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page).toHaveURL(`/${CHAIN}?tab=new`);
  await explorer(page).getByRole("button", { name: "Show as cards" }).click();
  const cards = explorer(page).locator('[data-slot="explorer-card"]');
  await expect(cards.nth(1)).toBeVisible();
  const [first, second] = await Promise.all([
    cards.nth(0).boundingBox(),
    cards.nth(1).boundingBox(),
  ]);
  expect(first?.y).toBe(second?.y);
});

test("new tokens are counted but not inserted while the user reads", async ({ page, site }) => {
  const first = unique("Read");
  await launchFor(site, CHAIN, { name: first });
  await page.goto(`/${CHAIN}?tab=new`);
  await rowOf(page, first).hover();
  const before = await rowOf(page, first).boundingBox();
  const second = unique("Arrived");
  await launchFor(site, CHAIN, { name: second });
  const pill = explorer(page).getByRole("button", { name: /^\d+ new$/ });
  await expect(pill).toBeVisible();
  await expect(rowOf(page, second)).toHaveCount(0);
  expect(await rowOf(page, first).boundingBox()).toEqual(before);
  await pill.click();
  await expect(rowOf(page, second)).toBeVisible();
});

test("gainers sort by price change, trending by volume", async ({ page, site }) => {
  const calm = await launchFor(site, CHAIN, { name: unique("Calm") });
  const hot = await launchFor(site, CHAIN, { name: unique("Hot") });
  await makeFees(site, CHAIN, calm.token, "0.05");
  await makeFees(site, CHAIN, hot.token, "0.6");
  const numbers = async (label: RegExp) =>
    (await rows(page).allTextContents()).map((text) => {
      const [, value = "", unit = ""] = label.exec(text.replaceAll(",", "")) ?? [];
      return Number(value.replace("−", "-")) * (unit === "K" ? 1_000 : 1);
    });
  const descends = async (label: RegExp) => {
    const found = await numbers(label);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found[0]).toBeGreaterThan(0);
  };
  await page.goto(`/${CHAIN}?tab=gainers`);
  await expect(() => descends(/Change in 24 hours ([+−]?[\d.]+)(K?)%/)).toPass();
  await page.goto(`/${CHAIN}?tab=trending`);
  await expect(() => descends(/Volume in 24 hours ([\d.]+)() ETH/)).toPass();
});

test("searches by keyboard: by name, by address, and without a result", async ({ page, site }) => {
  const word = `Needle${Date.now()}`;
  const [one, two] = [`${word} one`, `${word} two`];
  const { token } = await launchFor(site, CHAIN, { name: one });
  await launchFor(site, CHAIN, { name: two });
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search tokens" });
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await expect(page.getByRole("option")).toHaveCount(2);
  const selected = page.getByRole("option", { selected: true });
  const firstName = (await selected.textContent()) ?? "";
  await page.keyboard.press("ArrowDown");
  await expect(selected).not.toHaveText(firstName);
  const id = await selected.getAttribute("id");
  await expect(field).toHaveAttribute("aria-activedescendant", id ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveText(firstName);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await field.fill(token.toLowerCase());
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/${CHAIN}/${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(one);
  await field.fill(`nobody-${Date.now()}`);
  await expect(page.getByText("No token found.")).toBeVisible();
});

test("search finds tokens by $symbol, pasted link and with a typo", async ({ page, site }) => {
  const stamp = `${Date.now()}`.slice(-5);
  const symbol = `GO${stamp}T`.slice(0, 8);
  const name = `Lighthouse ${stamp}`;
  const { token } = await launchFor(site, CHAIN, { name, symbol });
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search tokens" });
  const option = page.getByRole("option").filter({ hasText: name });
  const spellings = [
    `$${symbol}`,
    `${site}/${CHAIN}/${token}?trade=buy`,
    `https://sepolia.basescan.org/token/${token}#balances`,
    ` ${token.toLowerCase()}\n`,
    token.slice(2),
  ];
  for (const text of spellings) {
    await field.fill(text);
    await expect(option, text).toBeVisible();
    await expect(page.getByText("Similar names")).toHaveCount(0);
  }
  await field.fill(`Lihgthouse ${stamp}`);
  await expect(option).toBeVisible();
  await expect(page.getByText("Similar names")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});

test.describe("while the search of one chain fails", () => {
  test.use({ expectedProblem: /status of 503/ });

  test("it is named, and similar names of the others are not shown", async ({ page, site }) => {
    const stamp = `${Date.now()}`.slice(-5);
    const name = `Beacon ${stamp}`;
    await launchFor(site, CHAIN, { name });
    const json = { success: false, error: "Busy", code: "dependency_unavailable" };
    await page.route(/\/v1\/base-sepolia\/search/, (route) => route.fulfill({ status: 503, json }));
    await page.goto("/");
    const field = page.getByRole("combobox", { name: "Search tokens" });
    await field.fill(`Baecon ${stamp}`);
    await expect(page.getByText("Search is unavailable on Base Sepolia.")).toBeVisible();
    await expect(page.getByText(/Similar names|No token found/)).toHaveCount(0);
    await field.fill(name);
    await expect(page.getByRole("option").filter({ hasText: name })).toBeVisible();
  });
});

test("Enter right after a paste opens the pasted token, not an earlier result", async ({
  page,
  site,
}) => {
  const first = await launchFor(site, CHAIN, { name: unique("Before") });
  const second = await launchFor(site, CHAIN, { name: unique("After") });
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search tokens" });
  await field.fill(first.token);
  await expect(page.getByRole("option")).toHaveCount(1);
  await field.fill(`${site}/${CHAIN}/${second.token}`);
  await field.press("Enter");
  await expect(page).toHaveURL(`/${CHAIN}/${second.token}`);
});

test("an unknown address is offered on chains without a token list", async ({ page }) => {
  const address = `0x${"7".repeat(40)}`;
  await page.goto("/");
  await page.getByRole("combobox", { name: "Search tokens" }).fill(address);
  await page.getByRole("option", { name: "Open 0x7777…7777 on Robinhood Chain" }).click();
  await expect(page).toHaveURL(`/robinhood/${address}`);
});

/** Whether the first letter of a name is inside the element of the name. */
const beginning = (name: Locator) =>
  name.evaluate((node) => {
    const range = document.createRange();
    const text = node.firstChild;
    if (text === null) throw new Error("The name is empty");
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const [letter, place] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    return letter.left >= place.left - 1 && letter.right <= place.right + 1;
  });

test("truncates right-to-left, emoji and very long names at their end", async ({ page, site }) => {
  const stamp = `${Date.now()}`.slice(-6);
  const names = [
    `${"عملة القهوة الصباحية ".repeat(2)}${stamp}`,
    `${"🦄".repeat(40)}${stamp}`,
    `${"W".repeat(58)}${stamp}`,
  ];
  for (const name of names) await launchFor(site, CHAIN, { name, symbol: "قهوة" });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/${CHAIN}?tab=new`);
  for (const name of names) {
    const shown = rowOf(page, name).locator("bdi").first();
    await expect(shown).toBeVisible();
    expect(await beginning(shown), name).toBe(true);
    const card = page.locator('[data-slot="token-card"]').filter({ hasText: name });
    expect(await beginning(card.locator("bdi").first()), name).toBe(true);
  }
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.goto(`/${CHAIN}?tab=new&view=cards`);
  for (const name of names) {
    const card = page.locator('[data-slot="explorer-card"]').filter({ hasText: name });
    await expect(card).toBeVisible();
    expect(await beginning(card.locator("bdi").first()), name).toBe(true);
    const [frame, age] = [await card.boundingBox(), await card.locator("time").boundingBox()];
    if (frame === null || age === null) throw new Error("The card is not drawn");
    expect(age.x + age.width).toBeLessThan(frame.x + frame.width);
  }
});

test("Back from a token restores the scroll position of the list", async ({ page, site }) => {
  const name = unique("Deep");
  await launchFor(site, CHAIN, { name });
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto(`/${CHAIN}?tab=new`);
  const row = rowOf(page, name);
  await row.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  await row.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test("the strip of new tokens does not animate with reduced motion", async ({ page, site }) => {
  for (const name of ["One", "Two", "Three"]) await launchFor(site, CHAIN, { name: unique(name) });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 700, height: 700 });
  await page.goto(`/${CHAIN}`);
  const strip = page.getByRole("region", { name: "Just launched" });
  await expect(strip.getByRole("article").nth(2)).toBeVisible();
  // Read in the same task as the click: an animation would have only just begun.
  const scrolled = await strip.evaluate((node) => {
    node.querySelector<HTMLButtonElement>('[aria-label="Show older tokens"]')?.click();
    return node.querySelector("ul")?.scrollLeft ?? 0;
  });
  expect(scrolled).toBeGreaterThan(50);
});
