import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { launchFor, newEmail, signInByMail } from "./support/account";
import { seriousViolations } from "./support/axe";
import { holdPart, painted } from "./support/late-parts";
import { shoot } from "./support/shoot";
import { showFacts } from "./support/show-facts";
import { expect, sidewaysOverflow, test } from "./support/test";
import { bringBurner, newTrader } from "./support/trader";

const CHAIN = "base-sepolia";
const NOBODY = `0x${"12".repeat(20)}`;
const WIDTHS = [320, 390, 768, 1280, 1920];

/** The captions of tables that are wider than their scroll area, which hides their last columns. */
function hiddenColumns(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLTableElement>("main table"))
      .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
      .map((table) => table.caption?.textContent ?? "a table"),
  );
}

/** Checks a page in both themes and all widths. */
async function checkLooks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
    await shoot(page, `${name}-${colorScheme}`);
  }
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysOverflow(page), `${name} at ${width} px`).toBe(0);
    expect(await hiddenColumns(page), `${name} at ${width} px`).toEqual([]);
    if (width < 768) await shoot(page, `${name}-${width}`);
  }
  await page.setViewportSize(before);
}

test("a trader sees the position, its trades on the chart, the portfolio and its CSV", async ({
  page,
  site,
}) => {
  test.slow();
  const trader = await newTrader(site);
  const name = `=Portfolio ${Date.now()}`;
  const { token } = await launchFor(site, CHAIN, { name, symbol: "FOLIO" });
  await trader.buy(token, "0.05");
  await trader.buy(token, "0.01");
  await bringBurner(page, trader);

  await page.goto(`/${CHAIN}/${token}`);
  const position = page.locator('[data-slot="own-position"]');
  await expect(position.getByRole("heading", { name: "Your position" })).toBeVisible();
  await expect(position).toContainText("FOLIO");
  await expect(position).toContainText("0.06");
  await expect(page.locator('[data-own-trades="2"]')).toBeVisible();
  await showFacts(page);
  const safety = page.locator('[data-slot="safety"]');
  await expect(safety.getByText("First-block buyers hold")).toBeVisible();
  await safety.getByText("Liquidity locked").click();
  await expect(safety.getByText(/cast call 0x\w{40} "lockedLiquidity/)).toBeVisible();
  await safety.getByText("Top 10 holders").click();
  await expect(safety.getByRole("link", { name: /^0x/ }).first()).toBeVisible();
  const top = safety.locator("details").filter({ hasText: "Top 10 holders" });
  await expect(top.getByText("pool and bid wall", { exact: true })).toBeVisible();
  await expect(top.getByText("bid wall alone")).toBeVisible();
  // One command for each of the two and for each holder.
  const holders = await top.getByRole("link", { name: /^0x/ }).count();
  await expect(top.getByRole("button", { name: "Copy command" })).toHaveCount(holders + 2);
  await safety.getByText("First-block buyers hold").click();
  await expect(safety.getByText(/^cast logs --from-block \d+ --to-block \d+/)).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await top.getByRole("button", { name: "Copy command" }).last().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^cast call 0x\w{40} "balanceOf\(address\)\(uint256\)" 0x\w{40} --rpc-url \$RPC_URL$/);
  await safety.getByRole("button", { name: "Check the contracts now" }).click();
  await expect(safety.getByText("All liquidity of the launch is in the pool.")).toBeVisible();
  await expect(safety.getByText("The code is that of this launchpad.")).toBeVisible();
  await expect(safety.getByText("The fee is 1%.")).toBeVisible();
  await shoot(safety, "safety");
  await checkLooks(page, "token");

  await page
    .getByRole("button", { name: /account/i })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Account" }).getByText("Portfolio").click();
  await expect(page.getByRole("heading", { level: 1, name: "Portfolio" })).toBeVisible();
  await page.getByRole("radio", { name: "Base Sepolia" }).check({ force: true });
  const row = page.getByRole("table", { name: "Positions" }).getByRole("row", { name });
  await expect(row).toBeVisible();
  await expect(page.locator('[data-slot="portfolio-totals"]')).toContainText("0.06");
  await checkLooks(page, "portfolio");

  await page.getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("table", { name: "History" });
  await expect(history.getByRole("row")).toHaveCount(3);
  await checkLooks(page, "history");
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).dblclick();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`${CHAIN}-${trader.address}.csv`);
  const csv = await readFile(await file.path(), "utf8");
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  // Not a formula.
  expect(lines[1]).toContain(`,buy,${token},FOLIO,'${name},`);
  expect(lines[1]).toContain(",0.01,0,0x");

  await page.getByRole("link", { name: "Public page" }).click();
  await expect(page).toHaveURL(`/${CHAIN}/address/${trader.address}`);
  await expect(page.getByRole("table", { name: "Positions" })).toContainText("FOLIO");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Portfolio" })).toBeVisible();
});

test("a creator's page shows launches and what became of them", async ({ page, site }) => {
  const trader = await newTrader(site);
  const name = `Creator ${Date.now()}`;
  const websiteUrl = "https://example.com/creator";
  const { token } = await trader.launch({ name, symbol: "MADE", websiteUrl });
  // Everyone can launch in the name of the address: the page does not have a stranger's links.
  const fields = { name: `Phish ${name}`, websiteUrl: "https://phish.example/" };
  await launchFor(site, CHAIN, { ...fields, creatorAddress: trader.address });
  await trader.buy(token, "0.05");
  await page.goto(`/${CHAIN}/address/${trader.address.toLowerCase()}`);
  const profile = page.locator('[data-slot="creator-profile"]');
  await expect(profile).toContainText("Launches2");
  // No user has verified this address.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^0x/);
  await expect(page.getByText("Provided by the creator, unverified")).toBeVisible();
  const links = page.locator('[data-slot="creator-links"]');
  await expect(links.getByRole("link")).toHaveAttribute("href", websiteUrl);
  await page.getByRole("tab", { name: "Launches" }).click();
  const row = page.getByRole("table", { name: "Launches" }).getByRole("row", { name: "MADE" });
  await expect(row).toContainText("×");
  await checkLooks(page, "creator");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(`/${CHAIN}/${token}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a creator's launches show what became of them", async ({ page, site }) => {
    const trader = await newTrader(site);
    const name = `Phone creator ${Date.now()}`;
    const fields = { name, symbol: "POCKET", creatorAddress: trader.address };
    const { token } = await launchFor(site, CHAIN, fields);
    await trader.buy(token, "0.05");
    await page.goto(`/${CHAIN}/address/${trader.address}`);
    await page.getByRole("tab", { name: "Launches" }).tap();
    const row = page.getByRole("table", { name: "Launches" }).getByRole("row", { name: "POCKET" });
    await expect(row.getByText(/^\d+\.\d\d× since launch$/)).toBeVisible();
    expect(await sidewaysOverflow(page)).toBe(0);
  });

  test("the position is between the trade panel and the trades", async ({ page, site }) => {
    const trader = await newTrader(site);
    const name = `Pocket position ${Date.now()}`;
    const { token } = await launchFor(site, CHAIN, { name, symbol: "POCKET" });
    await trader.buy(token, "0.05");
    await bringBurner(page, trader);
    await page.goto(`/${CHAIN}/${token}`);
    const position = page.locator('[data-slot="own-position"]');
    await expect(position).toContainText("Average entry");
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
    const panel = await top(page.getByRole("region", { name: "Trade" }));
    const lists = await top(page.getByRole("tab", { name: "Trades" }));
    const own = await top(position);
    expect(own).toBeGreaterThan(panel);
    expect(own).toBeLessThan(lists);
    await page.goto("/portfolio");
    await page.getByRole("radio", { name: "Base Sepolia" }).check({ force: true });
    const row = page.getByRole("table", { name: "Positions" }).getByRole("row", { name: "POCKET" });
    await expect(row.getByText(/ held$/)).toBeVisible();
    await page.getByRole("tab", { name: "History" }).tap();
    await expect(page.getByRole("table", { name: "History" }).getByRole("row")).toHaveCount(2);
    expect(await sidewaysOverflow(page)).toBe(0);
  });

  test("an address without activity says so in each tab", async ({ page }) => {
    await page.goto(`/${CHAIN}/address/${NOBODY}`);
    await expect(page.getByText("No open positions")).toBeVisible();
    await page.getByRole("checkbox", { name: "Show closed positions" }).check();
    await expect(page.getByText("No positions")).toBeVisible();
    await page.getByRole("tab", { name: "Launches" }).tap();
    await expect(page.getByText("No launches")).toBeVisible();
    await page.getByRole("tab", { name: "History" }).tap();
    await expect(page.getByText("No history")).toBeVisible();
    await checkLooks(page, "empty");
    await page.goto("/portfolio");
    await expect(page.getByText("No wallet")).toBeVisible();
    await checkLooks(page, "no-wallet");
  });
});

test.describe("with errors", () => {
  test.use({ expectedProblem: /status of 404|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  for (const path of [
    `/${CHAIN}/address/0x12`,
    `/${CHAIN}/address/${NOBODY}0`,
    `/mainnet/address/${NOBODY}`,
  ]) {
    test(`${path} returns 404`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByText("Page not found")).toBeVisible();
    });
  }

  test("a signed-in user's wallets: waiting and failure do not look like no wallet", async ({
    page,
    site,
  }) => {
    const email = newEmail("portfolio");
    const launch = { name: `Mine ${Date.now()}`, creatorEmail: email };
    const { token } = await launchFor(site, CHAIN, launch);
    await signInByMail(page, email);
    const account = await holdPart(page, {
      name: "account",
      is: ({ pathname }) => pathname === "/api/account",
    });
    await page.goto("/portfolio");
    const portfolio = page.getByRole("main");
    await expect(portfolio.locator("[data-slot=skeleton]").first()).toBeVisible();
    await expect.poll(() => account.requests().length).toBeGreaterThan(0);
    await painted(page);
    await expect(portfolio.getByText("No wallet")).toHaveCount(0);
    await account.release();
    await expect(portfolio.getByText(/^Managed wallet 0x/)).toBeVisible();

    let isDown = true;
    await page.route("**/api/account", (route) => (isDown ? route.abort() : route.fallback()));
    await page.reload();
    await expect(portfolio.getByText("Could not load your wallets")).toBeVisible();
    isDown = false;
    await portfolio.getByRole("button", { name: "Try again" }).click();
    await expect(portfolio.getByText(/^Managed wallet 0x/)).toBeVisible();

    isDown = true;
    await page.goto(`/${CHAIN}/${token}`);
    await page.getByRole("radio", { name: "Mine" }).check({ force: true });
    await expect(page.getByText("Could not load your wallets")).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No matching trades")).toBeVisible();
  });

  test("offline, the page says what failed and loads after a retry", async ({ page }) => {
    let isDown = true;
    await page.route("**/v1/**/positions*", (route) => (isDown ? route.abort() : route.fallback()));
    await page.goto(`/${CHAIN}/address/${NOBODY}`);
    await expect(page.getByText("Could not load positions")).toBeVisible();
    await shoot(page, "failed");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No open positions")).toBeVisible();
  });
});
