import type { Browser, BrowserContext, Page, Request } from "playwright/test";
import { launchFor, newEmail, signInByMail } from "../support/account";
import { seriousViolations } from "../support/axe";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";

/** The watchlist of a signed-in user in several browsers. */
const CHAIN = "base";
const PATH = "/api/account/watchlist";

const rows = (page: Page) => page.locator('[data-slot="explorer-row"]');
const starOf = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).getByRole("button", { name: "Watch" });
const unique = (name: string) => `${name} ${Date.now()}`;
/** Requests of pages to the account's watchlist. */
const isChange = (request: Request) => request.url().endsWith(PATH) && request.method() === "POST";

/** The next change that the account accepts. */
const changeOf = (page: Page) =>
  page.waitForResponse((response) => isChange(response.request()) && response.ok());

/** Launches tokens and returns their unique names. */
async function launchAll(site: string, names: readonly string[]): Promise<string[]> {
  const full = names.map(unique);
  for (const name of full) await launchFor(site, CHAIN, { name });
  return full;
}

async function openContext(browser: Browser, site: string): Promise<BrowserContext> {
  const extraHTTPHeaders = { "x-forwarded-for": newCaller() };
  return browser.newContext({ baseURL: site, extraHTTPHeaders });
}

async function openNewest(page: Page): Promise<void> {
  await page.goto(`/${CHAIN}?tab=new`);
  await expect(rows(page).first()).toBeVisible();
}

/** Changes a star and waits until the account has the change. */
async function press(page: Page, name: string): Promise<void> {
  const sent = changeOf(page);
  await starOf(page, name).click();
  await sent;
}

async function expectWatched(page: Page, names: readonly string[]): Promise<void> {
  await page.goto(`/${CHAIN}?list=watched`);
  if (names.length === 0) await expect(page.getByText("Your watchlist is empty")).toBeVisible();
  for (const name of names) await expect(rows(page).filter({ hasText: name })).toBeVisible();
  await expect(rows(page)).toHaveCount(names.length);
}

/** Simulates that the user returns to a page. */
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

test("two browsers of a user have one watchlist: union at sign-in, then each change", async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const [first = "", second = "", third = ""] = await launchAll(site, ["First", "Second", "Third"]);
  const email = newEmail("watcher");

  await openNewest(page);
  await starOf(page, first).click();
  const added = changeOf(page);
  await signInByMail(page, email);
  await added;

  const context = await openContext(browser, site);
  const other = await context.newPage();
  await openNewest(other);
  await starOf(other, second).click();
  const merged = changeOf(other);
  await signInByMail(other, email);
  await merged;
  await expectWatched(other, [first, second]);

  // The first browser receives it when it is focused, without a reload.
  await openNewest(page);
  await expect(starOf(page, second)).toHaveAttribute("aria-pressed", "true");
  await openNewest(other);
  await press(other, third);
  await press(other, first);
  await focus(page);
  await expect(starOf(page, third)).toHaveAttribute("aria-pressed", "true");
  await expect(starOf(page, first)).toHaveAttribute("aria-pressed", "false");
  await page.reload();
  await expectWatched(page, [third, second]);
  expect(await seriousViolations(page)).toEqual([]);
  await context.close();
});

test.describe("a change without a connection", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 50[03]/ });

  test("is sent after a reload, and loses nothing of what another browser changed", async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const [kept = "", dropped = "", offline = ""] = await launchAll(site, [
      "Kept",
      "Dropped",
      "Offline",
    ]);
    const email = newEmail("offline");
    await signInByMail(page, email);
    await openNewest(page);
    await press(page, kept);
    await press(page, dropped);

    // The account is unreachable: the list changes at once and is sent again after a reload.
    await page.route(`**${PATH}`, (route) => route.abort());
    const tried = page.waitForRequest(isChange);
    await starOf(page, dropped).click();
    await tried;
    await starOf(page, offline).click();
    await expect(starOf(page, offline)).toHaveAttribute("aria-pressed", "true");

    const context = await openContext(browser, site);
    const other = await context.newPage();
    await signInByMail(other, email);
    await expectWatched(other, [kept, dropped]);

    await page.reload();
    await expect(starOf(page, dropped)).toHaveAttribute("aria-pressed", "false");
    await expect(starOf(page, offline)).toHaveAttribute("aria-pressed", "true");
    const sent = changeOf(page);
    await page.unroute(`**${PATH}`);
    await sent;
    await expectWatched(other, [kept, offline]);
    await context.close();
  });

  test("is sent when the browser is online again", async ({ page, site, context }) => {
    const [away = ""] = await launchAll(site, ["Away"]);
    await signInByMail(page, newEmail("away"));
    await openNewest(page);
    await expect(starOf(page, away)).toBeVisible();
    await context.setOffline(true);
    await starOf(page, away).click();
    await expect(starOf(page, away)).toHaveAttribute("aria-pressed", "true");
    const sent = changeOf(page);
    await context.setOffline(false);
    await sent;
  });

  test("is sent again after a failure of the service", async ({ page, site }) => {
    const [failed = ""] = await launchAll(site, ["Failed"]);
    await signInByMail(page, newEmail("failed"));
    await openNewest(page);
    let failures = 0;
    await page.route(`**${PATH}`, (route) => {
      failures += 1;
      return failures > 2 ? route.continue() : route.fulfill({ status: 503, json: {} });
    });
    const sent = changeOf(page);
    await starOf(page, failed).click();
    await sent;
    await expect(starOf(page, failed)).toHaveAttribute("aria-pressed", "true");
  });

  test("ends as the last of several quick clicks says", async ({ page, site }) => {
    const [twice = "", thrice = ""] = await launchAll(site, ["Twice", "Thrice"]);
    await signInByMail(page, newEmail("clicks"));
    await openNewest(page);
    await starOf(page, twice).dblclick();
    for (let click = 0; click < 3; click += 1) await starOf(page, thrice).click();
    await expect(starOf(page, twice)).toHaveAttribute("aria-pressed", "false");
    await expect
      .poll(async () => (await (await page.request.get(PATH)).json()).tokens)
      .toHaveLength(1);
    await page.reload();
    await expectWatched(page, [thrice]);
  });
});

test("tabs of one browser share the list, and both send what is changed in them", async ({
  page,
  context,
  site,
}) => {
  const [left = "", right = ""] = await launchAll(site, ["Left", "Right"]);
  await signInByMail(page, newEmail("tabs"));
  await openNewest(page);
  const tab = await context.newPage();
  await openNewest(tab);
  await Promise.all([starOf(page, left).click(), starOf(tab, right).click()]);
  await expect
    .poll(async () => (await (await page.request.get(PATH)).json()).tokens)
    .toHaveLength(2);
  for (const one of [page, tab]) {
    await expect(starOf(one, left)).toHaveAttribute("aria-pressed", "true");
    await expect(starOf(one, right)).toHaveAttribute("aria-pressed", "true");
  }
});

test("a sign-out keeps the list in the browser, and the next user does not get it", async ({
  page,
  site,
}) => {
  test.slow();
  const [own = "", guest = ""] = await launchAll(site, ["Own", "Guest"]);
  const [leaver, comer] = [newEmail("leaves"), newEmail("comes")];
  await signInByMail(page, leaver);
  await openNewest(page);
  await press(page, own);
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();

  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await openNewest(page);
  await expect(starOf(page, own)).toHaveAttribute("aria-pressed", "true");
  await starOf(page, guest).click();
  await starOf(page, own).click();
  await expectWatched(page, [guest]);
  expect(requests.filter((url) => url.endsWith(PATH))).toEqual([]);

  // Tokens that a guest adds go to the next user; tokens from the first account do not.
  await openNewest(page);
  await starOf(page, own).click();
  const added = changeOf(page);
  await signInByMail(page, comer);
  await added;
  await expectWatched(page, [guest]);

  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await signInByMail(page, leaver);
  await expectWatched(page, [own]);
});

test("the empty watchlist fits a narrow screen and names both places", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/${CHAIN}?list=watched`);
  await expect(page.getByText("When you are signed in")).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
});

test("tabs that a visitor opens and uses at the same moment keep what each of them adds", async ({
  context,
  site,
}) => {
  test.slow();
  const tokens: string[] = [];
  for (const name of ["First", "Second", "Third"]) {
    tokens.push((await launchFor(site, CHAIN, { name: unique(name) })).token);
  }
  const tabs = await Promise.all(tokens.map(() => context.newPage()));
  await Promise.all(tabs.map((tab, at) => tab.goto(`/${CHAIN}/${tokens[at]}`)));
  await Promise.all(
    tabs.map((tab) => tab.getByRole("button", { name: "Watch", exact: true }).first().click()),
  );
  for (const tab of tabs) {
    for (const name of ["slipway.watchlist", "slipway.recent-tokens"]) {
      await expect
        .poll(() => tab.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]"), name))
        .toHaveLength(3);
    }
  }
});

test("a token has its star at every width, in rows and in cards", async ({ page, site }) => {
  const [name = ""] = await launchAll(site, ["Starred"]);
  for (const width of [360, 640, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [view, slot] of [
      ["table", "explorer-row"],
      ["cards", "explorer-card"],
    ]) {
      await page.goto(`/${CHAIN}?tab=new&view=${view}`);
      const item = page.locator(`[data-slot="${slot}"]`).filter({ hasText: name });
      const star = item.getByRole("button", { name: "Watch" });
      await star.click();
      await expect(star).toHaveAttribute("aria-pressed", "true");
      await star.click();
      await expect(star).toHaveAttribute("aria-pressed", "false");
      await expect(page).toHaveURL(/tab=new/);
      const title = await item.getByRole("link", { name, exact: true }).boundingBox();
      expect(title?.width ?? 0, `name in ${view} at ${width}`).toBeGreaterThan(60);
      expect(await sidewaysOverflow(page), `${view} at ${width}`).toBe(0);
      const found = await seriousViolations(page);
      expect(found, `${view} at ${width}`).toEqual([]);
    }
  }
});

test("a list with tokens of another chain does not say that it is empty", async ({
  page,
  site,
}) => {
  const [name = ""] = await launchAll(site, ["Elsewhere"]);
  await openNewest(page);
  await starOf(page, name).click();
  await page.goto("/base-sepolia?list=watched");
  await expect(page.getByText("No watched tokens on Base Sepolia")).toBeVisible();
  await expect(page.getByText("Your watchlist is empty")).toHaveCount(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Show all chains" }).click();
  await expect(page).toHaveURL(/\/explore\?list=watched/);
  await expect(rows(page).filter({ hasText: name })).toBeVisible();
});
