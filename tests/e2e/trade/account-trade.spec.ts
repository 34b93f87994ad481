import type { Page } from "playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import { createLatch } from "../../setup/create-latch";
import {
  balanceAt,
  followMail,
  makeSessionOld,
  newEmail,
  openOutbox,
  readCode,
} from "../support/account";
import { seriousViolations } from "../support/axe";
import { runSql } from "../support/database";
import { launchToken } from "../support/launch-token";
import { shoot } from "../support/shoot";
import { expect, sidewaysOverflow, test } from "../support/test";
import { bringBurner, isTrade, newTrader } from "../support/trader";

/** Trades of a signed-in user with the managed wallet, from the sign-in to the withdrawal. */

const CHAIN = "base-sepolia";
let token = "";
test.beforeAll(async ({ baseURL }) => {
  token = await launchToken(baseURL ?? "", CHAIN, { name: "One account", symbol: "ONE" });
});

const panel = (page: Page) => page.getByRole("region", { name: "Trade" });
const press = (page: Page, name: string) =>
  panel(page).getByRole("button", { name, exact: true }).click();
const confirmation = (page: Page, side = "Buy") =>
  page.getByRole("dialog", { name: `${side} ONE` });

/** Signs in on the token page and returns there. */
async function signInHere(page: Page, email: string, way: "link" | "code" = "link") {
  await press(page, "Sign in to trade");
  const dialog = page.getByRole("dialog", { name: "Sign in to trade" });
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  if (way === "link") {
    await followMail(page, email);
    await expect(page).toHaveURL(`/${CHAIN}/${token}`);
  } else {
    await enterCode(page, email);
  }
  await expect(panel(page).getByText(/^Your account 0x/)).toBeVisible();
}

/** Signs in with the code of the newest email. */
async function enterCode(page: Page, email: string) {
  const mails = await page.context().newPage();
  await mails.goto(`/${CHAIN}/${token}`);
  await openOutboxIn(mails);
  const code = await readCode(mails, email);
  await mails.close();
  const dialog = page.getByRole("dialog", { name: "Sign in to trade" });
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The mailbox in a page that has no link to it. */
async function openOutboxIn(page: Page) {
  await page.setContent('<a href="/outbox">Open the outbox</a>');
  await openOutbox(page);
}

/** A token page of a signed-in user with 10 test ETH. */
async function openFunded(page: Page, name: string) {
  const email = newEmail(name);
  await page.goto(`/${CHAIN}/${token}`);
  await signInHere(page, email);
  await press(page, "Deposit or withdraw");
  const funds = page.getByRole("dialog", { name: "Your account’s wallet" });
  await funds.getByRole("button", { name: "Get test ETH" }).click();
  await expect(funds.getByText("10 ETH")).toBeVisible();
  const address = await funds.locator(".font-mono").textContent();
  await page.keyboard.press("Escape");
  await expect(panel(page).getByText("Balance 10", { exact: true })).toBeVisible();
  return { email, address: /^0x\w{40}$/.exec(address ?? "")?.[0] ?? "" };
}

/** How many trades the service has accepted for a wallet. */
async function countTrades(wallet: string): Promise<number> {
  const statement =
    "select count(*)::int as count from launch.transactions where kind = 'trade' and owner = $1";
  const { rows } = await runSql(statement, [wallet]);
  return rows[0].count;
}

async function amount(page: Page, text: string, label = "You pay") {
  await panel(page).getByLabel(label, { exact: true }).fill(text);
}

test("signs in by email, deposits, buys, sees the position, sells everything and withdraws", async ({
  page,
  site,
}) => {
  test.slow();
  const { address } = await openFunded(page, "journey");
  await panel(page).getByRole("button", { name: "0.05 ETH" }).click();
  await press(page, "Buy ONE");
  const dialog = confirmation(page);
  for (const title of ["You pay", "Expected", "Minimum received", "Trading fee, included"]) {
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByText("Max gas fee")).toBeVisible();
  await expect(dialog.getByText("0.0005 ETH")).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm: buy ONE" }).click();
  await expect(dialog.getByText(/^You bought .+ ONE$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(panel(page).getByLabel("You pay", { exact: true })).toHaveValue("");

  // The trade is shown as the user's own.
  const position = page.locator('[data-slot="own-position"]');
  await expect(position.getByText("Managed wallet position")).toBeVisible();
  await expect(page.locator('[data-own-trades="1"]')).toBeVisible();
  await expect(
    page
      .getByRole("table", { name: "Trades of ONE" })
      .getByRole("cell", { name: "0.05", exact: true })
      .first(),
  ).toBeVisible();

  await page.getByRole("tab", { name: "Sell" }).click();
  await panel(page).getByRole("button", { name: "100 percent of your ONE" }).click();
  await press(page, "Sell ONE");
  const sale = confirmation(page, "Sell");
  await expect(sale.getByText(/an approval of exactly this amount/)).toBeVisible();
  await sale.getByRole("button", { name: "Confirm: sell ONE" }).click();
  await expect(sale.getByText(/^You received 0\.04\d+ ETH$/)).toBeVisible();
  await sale.getByRole("button", { name: "Done" }).click();
  await expect(panel(page).getByText("Balance 0", { exact: true })).toBeVisible();
  await expect(page.locator('[data-own-trades="2"]')).toBeVisible();
  expect(await countTrades(address)).toBe(2);

  await page.goto("/portfolio");
  await page.getByRole("radio", { name: "Base Sepolia" }).check({ force: true });
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("table", { name: "History" }).getByRole("row")).toHaveCount(3);

  await page.goto("/account");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const withdrawal = page.getByRole("dialog", { name: "Withdraw" });
  const to = privateKeyToAddress(generatePrivateKey());
  await withdrawal.getByRole("combobox", { name: "Chain" }).selectOption(CHAIN);
  await withdrawal.getByRole("textbox", { name: "To address" }).fill(to);
  await withdrawal.getByRole("button", { name: "Max" }).click();
  await withdrawal.getByRole("button", { name: "Review" }).click();
  await withdrawal.getByLabel(/^Last 4 characters/).fill(to.slice(-4));
  await withdrawal.getByRole("button", { name: "Send everything" }).click();
  await expect(withdrawal.getByText(/arrived/)).toBeVisible();
  expect(await balanceAt(site, CHAIN, to)).toBeGreaterThan(9_900_000_000_000_000_000n);
});

test("signs in by code without leaving the page", async ({ page }) => {
  await page.goto(`/${CHAIN}/${token}`);
  await amount(page, "0.01");
  await signInHere(page, newEmail("by-code"), "code");
  await expect(panel(page).getByLabel("You pay", { exact: true })).toHaveValue("0.01");
  await expect(panel(page).getByRole("button", { name: "Get test ETH" })).toBeVisible();
});

test("the mailed link signs in to trade in a browser that did not request it", async ({
  page,
  browser,
  site,
}) => {
  const email = newEmail("phone");
  await page.goto(`/${CHAIN}/${token}`);
  await press(page, "Sign in to trade");
  const dialog = page.getByRole("dialog", { name: "Sign in to trade" });
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await expect(dialog.getByText("Check your email")).toBeVisible();
  const phone = await browser.newPage({ baseURL: site });
  await phone.goto(`/${CHAIN}/${token}`);
  await phone.setContent('<a href="/outbox">Open the outbox</a>');
  await followMail(phone, email);
  await expect(phone).toHaveURL(`/${CHAIN}/${token}`);
  await expect(panel(phone).getByText(/^Your account 0x/)).toBeVisible();
  await phone.close();
});

test("signs in to trade with a code requested elsewhere, and with a session that the browser forgot", async ({
  page,
}) => {
  const email = newEmail("elsewhere");
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.goto(`/${CHAIN}/${token}`);
  await press(page, "Sign in to trade");
  await enterCode(page, email);
  await expect(panel(page).getByText(/^Your account 0x/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await press(page, "Sign in to trade");
  await expect(panel(page).getByText(/^Your account 0x/)).toBeVisible();
});

test("a double click, a reload and a second tab send one trade", async ({ page, context }) => {
  test.slow();
  const { address } = await openFunded(page, "once");
  await amount(page, "0.02");
  await press(page, "Buy ONE");
  const other = await context.newPage();
  await other.goto(`/${CHAIN}/${token}`);
  const second = confirmation(other).getByRole("button", { name: "Confirm: buy ONE" });
  await expect(second).toBeVisible();
  let answered: Promise<unknown> = Promise.resolve();
  const asked = new Promise<void>((resolve) => {
    void page.route("**/api/account/trades", (route) => {
      answered = route.fetch({ timeout: 60_000 });
      resolve();
    });
  });
  await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).dblclick();
  await asked;
  // The server has the request; its answer is lost.
  await page.unroute("**/api/account/trades");
  await page.reload();
  await answered;
  await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
  await expect(confirmation(other).getByText(/^You bought/)).toBeVisible();
  expect(await countTrades(address)).toBe(1);
  await confirmation(page).getByRole("button", { name: "Done" }).click();
  await expect(confirmation(other)).toHaveCount(0);
});

test("a trade of another token in a second tab leaves a running one alone", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const second = await launchToken(baseURL ?? "", CHAIN, { name: "Two", symbol: "TWO" });
  const { address } = await openFunded(page, "tabs");
  await amount(page, "0.02");
  await press(page, "Buy ONE");
  const confirm = confirmation(page).getByRole("button", { name: "Confirm: buy ONE" });
  await expect(confirm).toBeVisible();
  const answer = createLatch();
  await page.route("**/api/account/trades", async (route) => {
    await answer.opened;
    await route.continue();
  });
  await confirm.click();
  await expect(confirmation(page).getByText("Buying…")).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/${CHAIN}/${second}`);
  await amount(other, "0.03");
  await press(other, "Buy TWO");
  const last = other.getByRole("dialog", { name: "Buy TWO" });
  await expect(last.getByText("Max gas fee")).toBeVisible();
  await expect(confirmation(page).getByText("Buying…")).toBeVisible();
  answer.open();
  await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
  await confirmation(page).getByRole("button", { name: "Done" }).click();
  await expect(panel(page).getByLabel("You pay", { exact: true })).toHaveValue("");
  await last.getByRole("button", { name: "Confirm: buy TWO" }).click();
  await expect(last.getByText(/^You bought/)).toBeVisible();
  expect(await countTrades(address)).toBe(2);
});

test("the minimum follows a better price in the confirmation; an old one is dropped", async ({
  page,
  site,
}) => {
  test.slow();
  await openFunded(page, "better");
  await amount(page, "0.05");
  await press(page, "Buy ONE");
  await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).click();
  await confirmation(page).getByRole("button", { name: "Done" }).click();

  const trader = await newTrader(site);
  await page.getByRole("tab", { name: "Sell" }).click();
  await panel(page).getByRole("button", { name: "100 percent of your ONE" }).click();
  const previews: bigint[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith("/api/account/trades")) return;
    const trade: unknown = await response.json().catch(() => null);
    const parsed = z.object({ state: z.literal("preview"), expectedOut: z.string() });
    const { data } = parsed.safeParse(trade);
    if (data !== undefined) previews.push(BigInt(data.expectedOut));
  });
  await press(page, "Sell ONE");
  const sale = confirmation(page, "Sell");
  await expect(sale.getByText("Max gas fee")).toBeVisible();
  await trader.buy(token, "0.2");
  await expect
    .poll(() => (previews.at(-1) ?? 0n) > ((previews[0] ?? 0n) * 11n) / 10n, { timeout: 60_000 })
    .toBe(true);
  const confirmed = page.waitForRequest((request) =>
    (request.postData() ?? "").includes('"confirm":true'),
  );
  await sale.getByRole("button", { name: "Confirm: sell ONE" }).click();
  const sent = z.object({ minAmountOut: z.string() }).parse((await confirmed).postDataJSON());
  expect(BigInt(sent.minAmountOut) >= ((previews.at(-1) ?? 0n) * 94n) / 100n).toBe(true);
  await expect(sale.getByText(/^You received/)).toBeVisible();
  await sale.getByRole("button", { name: "Done" }).click();

  await page.getByRole("tab", { name: "Buy" }).click();
  await amount(page, "0.01");
  await press(page, "Buy ONE");
  await expect(confirmation(page).getByText("Max gas fee")).toBeVisible();
  await page.clock.install({ time: Date.now() + 16 * 60_000 });
  await page.reload();
  await page.waitForFunction(
    () => !Object.values(localStorage).some((text) => String(text).includes("minAmountOut")),
  );
  await expect(confirmation(page)).toHaveCount(0);
});

test("an older session trades a small amount without a new sign-in", async ({ page }) => {
  const { email } = await openFunded(page, "small");
  await makeSessionOld(email);
  await amount(page, "0.05");
  await press(page, "Buy ONE");
  await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).click();
  await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
});

test.describe("a trade that is refused or interrupted", () => {
  test.use({ expectedProblem: /Failed to load resource/ });

  test("asks for a new sign-in above the amount and brings the trade back", async ({ page }) => {
    test.slow();
    const { email, address } = await openFunded(page, "again");
    await amount(page, "0.2");
    await makeSessionOld(email);
    await press(page, "Buy ONE");
    const again = confirmation(page).getByRole("region", { name: "Sign in again" });
    await expect(again.getByText(/A trade of this size requires a sign-in/)).toBeVisible();
    await again.getByRole("button", { name: "Email me a code" }).click();
    await followMail(page, email);
    await expect(page).toHaveURL(`/${CHAIN}/${token}`);
    await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).click();
    await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
    expect(await countTrades(address)).toBe(1);
  });

  test("refuses an empty amount, one above the balance and one above the limit", async ({
    page,
  }) => {
    const { address } = await openFunded(page, "limits");
    await expect(panel(page).getByRole("button", { name: "Enter an amount" })).toBeDisabled();
    await amount(page, "11");
    await expect(panel(page).getByRole("button", { name: "Get test ETH" })).toBeVisible();
    await amount(page, "1.5");
    await panel(page)
      .getByRole("checkbox", { name: /I accept the price impact/ })
      .check();
    await press(page, "Buy ONE anyway");
    const problem = confirmation(page).getByRole("alert");
    await expect(problem).toContainText("Above your limit");
    await expect(problem).toContainText("limited to 1 ETH");
    await problem.getByRole("button", { name: "Back" }).click();
    await expect(confirmation(page)).toHaveCount(0);
    expect(await countTrades(address)).toBe(0);
  });

  test("sends nothing while offline, and once when online again", async ({ page, context }) => {
    const { address } = await openFunded(page, "offline");
    await amount(page, "0.02");
    await press(page, "Buy ONE");
    await expect(confirmation(page).getByText("Max gas fee")).toBeVisible();
    await context.setOffline(true);
    await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).click();
    await expect(confirmation(page).getByText("You’re offline")).toBeVisible();
    expect(await countTrades(address)).toBe(0);
    // Browsers report a network before it can be used.
    await page.route("**/api/account/trades", (route) => route.abort("connectionreset"), {
      times: 1,
    });
    await context.setOffline(false);
    await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
    expect(await countTrades(address)).toBe(1);
  });

  test("sends nothing after a sign-out in another tab", async ({ page, context }) => {
    const { address } = await openFunded(page, "signed-out");
    await amount(page, "0.02");
    await press(page, "Buy ONE");
    await expect(confirmation(page).getByText("Max gas fee")).toBeVisible();
    const other = await context.newPage();
    await other.goto("/account");
    await other.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(confirmation(page)).toHaveCount(0);
    await expect(panel(page).getByRole("button", { name: "Sign in to trade" })).toBeVisible();
    expect(await countTrades(address)).toBe(0);
  });
});

test("remembers the chosen account; a burner is under Developer tools", async ({ page, site }) => {
  await bringBurner(page, await newTrader(site));
  await page.goto(`/${CHAIN}/${token}`);
  await expect(panel(page).getByText("test ETH only")).toBeVisible();
  await press(page, "Trade with your account");
  const dialog = page.getByRole("dialog", { name: "Sign in to trade" });
  const email = newEmail("choice");
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await followMail(page, email);
  const choice = panel(page).getByRole("combobox", { name: "Trade with" });
  await expect(choice.locator("option:checked")).toHaveText(/^Your account 0x/);
  await expect(panel(page).getByRole("button", { name: "Deposit or withdraw" })).toBeVisible();
  await expect(choice.locator('optgroup[label="Developer tools"] option')).toHaveCount(1);
  await choice.selectOption({ index: 1 });
  await expect(panel(page).getByText("test ETH only")).toBeVisible();
  await page.reload();
  await expect(panel(page).getByText("test ETH only")).toBeVisible();
});

test("a sign-in from the panel does not send the trade of a burner", async ({ page, site }) => {
  await bringBurner(page, await newTrader(site));
  let trades = 0;
  page.on("request", (request) => {
    if (isTrade(request)) trades += 1;
  });
  await page.goto(`/${CHAIN}/${token}`);
  await amount(page, "0.01");
  const buy = panel(page).getByRole("button", { name: "Buy ONE" });
  await expect(buy).toBeEnabled();
  await press(page, "Trade with your account");
  const dialog = page.getByRole("dialog", { name: "Sign in to trade" });
  const email = newEmail("no-trade");
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Check your email")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(buy).toBeEnabled();
  await press(page, "Trade with your account");
  await enterCode(page, email);
  await expect(panel(page).getByRole("combobox", { name: "Trade with" })).toBeVisible();
  await expect(panel(page).getByLabel("You pay", { exact: true })).toHaveValue("0.01");
  expect(trades).toBe(0);
});

test("fits 320 px and has no violations in both themes", async ({ page }) => {
  test.slow();
  await openFunded(page, "looks");
  await amount(page, "0.05");
  const check = async (name: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(page, `account-trade-${name}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page), name).toBe(0);
    if (name === "panel") await shoot(panel(page), "account-trade-panel-alone");
    await shoot(page, `account-trade-${name}-320`);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await check("panel");
  await press(page, "Deposit or withdraw");
  await expect(page.getByText("Left today")).toBeVisible();
  await check("funds");
  await page.keyboard.press("Escape");
  await press(page, "Buy ONE");
  await expect(confirmation(page).getByText("Max gas fee")).toBeVisible();
  await check("confirm");
  await confirmation(page).getByRole("button", { name: "Confirm: buy ONE" }).click();
  await expect(confirmation(page).getByText(/^You bought/)).toBeVisible();
  await check("done");
});
