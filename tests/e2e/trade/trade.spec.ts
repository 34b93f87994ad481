import type { Page } from "playwright/test";
import { seriousViolations } from "../support/axe";
import { launchToken } from "../support/launch-token";
import { expect, sidewaysOverflow, test } from "../support/test";
import { bringBurner, hold, newTrader, nextSentTrade } from "../support/trader";

/** Commands of the Universal Router: a swap, and a swap with a Permit2 signature before it. */
const SWAP = "0x10";
const PERMIT_AND_SWAP = "0x0a10";

/** One market for the tests that only need some market. */
let token = "";
test.beforeAll(async ({ baseURL }) => {
  token = await launchToken(baseURL ?? "", "base-sepolia", { name: "Quay", symbol: "QUAY" });
});

const panelOf = (page: Page) => page.getByRole("region", { name: "Trade" });
const amountOf = (page: Page, label = "You pay") =>
  panelOf(page).getByLabel(label, { exact: true });
const received = (page: Page) => panelOf(page).getByRole("status", { name: "You receive" });
const button = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole("button", { name, exact: true });

async function open(page: Page, address = token): Promise<void> {
  await page.goto(`/base-sepolia/${address}`);
  await expect(amountOf(page)).toBeVisible();
}

/** A page whose burner has ether already. */
async function openFunded(page: Page, site: string, address = token) {
  const trader = await newTrader(site);
  await bringBurner(page, trader);
  await open(page, address);
  await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();
  return trader;
}

async function buy(page: Page, ether: string, symbol = "QUAY"): Promise<void> {
  await amountOf(page).fill(ether);
  await button(page, `Buy ${symbol}`).click();
  await expect(panelOf(page).getByText(`You bought`)).toBeVisible();
}

test("a burner account is created and funded, buys, and sees its trade in the chart and list", async ({
  page,
  site,
}) => {
  const fresh = await launchToken(site, "base-sepolia", { name: "Maiden", symbol: "MDN" });
  await open(page, fresh);
  await page.getByRole("button", { name: "Show table" }).click();
  const candles = page.getByRole("region", { name: "Market cap in ETH of MDN" });
  await expect(candles.getByRole("row").nth(1)).toBeVisible();
  await expect(candles.getByRole("cell", { name: "0.05", exact: true })).toHaveCount(0);
  await button(page, "Create a burner account").click();
  await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();
  await expect(panelOf(page).getByText("test ETH only")).toBeVisible();
  await button(page, "0.05 ETH").click();
  await expect(amountOf(page)).toHaveValue("0.05");
  const sent = nextSentTrade(page);
  await button(page, "Buy MDN").click();
  const feed = page.getByRole("table", { name: "Trades of MDN" });
  await expect(feed.getByRole("cell", { name: "Buy" })).toBeVisible();
  await expect(feed.getByRole("cell", { name: "0.05", exact: true })).toBeVisible();
  await expect(candles.getByRole("cell", { name: "0.05", exact: true })).toBeVisible();
  await expect(panelOf(page).getByText(/^You bought .+ MDN$/)).toBeVisible();
  await expect(amountOf(page)).toHaveValue("");
  expect(await sent).toMatchObject({ commands: SWAP, valueWei: 50_000_000_000_000_000n });
});

test("sells the whole balance with a Permit2 signature and shows each step", async ({
  page,
  site,
}) => {
  await openFunded(page, site);
  await buy(page, "0.02");
  await page.getByRole("tab", { name: "Sell" }).click();
  await button(page, "100 percent of your QUAY").click();
  await expect(received(page)).toHaveText(/^0\.01/);
  const sending = await hold(page, "eth_sendRawTransaction");
  const sent = nextSentTrade(page);
  await button(page, "Sell QUAY").click();
  const steps = panelOf(page).getByRole("list", { name: "Trade progress" });
  await expect(steps.getByRole("listitem").filter({ hasText: "Approve QUAY" })).toContainText(
    "Signing…",
  );
  await expect(steps.getByText("Sign the permit for this sale")).toBeVisible();
  await expect(amountOf(page, "You sell")).not.toBeEditable();
  sending.release();
  const feed = page.getByRole("table", { name: "Trades of QUAY" });
  await expect(panelOf(page).getByText(/^You received 0\.01\d+ ETH$/)).toBeVisible();
  await expect(feed.getByRole("row").nth(1)).toContainText("Sell");
  await expect(panelOf(page).getByText("Balance 0", { exact: true })).toBeVisible();
  expect((await sent).commands).toBe(PERMIT_AND_SWAP);
  await amountOf(page, "You sell").fill("1");
  await expect(button(page, "Not enough QUAY")).toBeDisabled();
  await expect(amountOf(page, "You sell")).toHaveAttribute("aria-invalid", "true");
});

test("a trade by keyboard keeps the focus in the panel", async ({ page, site }) => {
  await openFunded(page, site);
  const presses = [
    async () => amountOf(page).press("Enter"),
    async () => button(page, "Buy QUAY").press("Enter"),
  ];
  for (const press of presses) {
    await amountOf(page).fill("0.01");
    await expect(received(page)).toHaveText(/^\d/);
    await expect(button(page, "Buy QUAY")).toBeEnabled();
    const sending = await hold(page, "eth_sendRawTransaction");
    await press();
    await sending.arrived;
    await expect(panelOf(page).locator(":focus")).toBeVisible();
    sending.release();
    await expect(panelOf(page).getByText("You bought")).toBeVisible();
    await expect(panelOf(page).locator(":focus")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(panelOf(page).locator(":focus")).toBeVisible();
  }
});

test("rejects an amount above the balance and offers the faucet", async ({ page }) => {
  // Created in the menu, so it has no ETH yet.
  await open(page);
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  const menu = page.getByRole("dialog", { name: "Account" });
  await menu.getByRole("button", { name: "Create a burner account" }).click();
  await page.keyboard.press("Escape");
  await expect(panelOf(page).getByText("Balance 0", { exact: true })).toBeVisible();
  await amountOf(page).fill("0.01");
  await button(page, "Get test ETH").click();
  await expect(button(page, "Buy QUAY")).toBeEnabled();
  await amountOf(page).fill("11");
  await expect(amountOf(page)).toHaveAttribute("aria-invalid", "true");
  await expect(button(page, "Get test ETH")).toBeVisible();
});

test("Max leaves ETH for gas, and a high price impact requires confirmation", async ({
  page,
  site,
}) => {
  const thin = await launchToken(site, "base-sepolia", { name: "Thin", symbol: "THIN" });
  await openFunded(page, site, thin);
  await button(page, "Max: your ETH balance minus gas").click();
  await expect(amountOf(page)).toHaveValue(/^9\.9/);
  await expect(button(page, "Accept the price impact")).toBeDisabled();
  await panelOf(page)
    .getByRole("checkbox", { name: /I accept the price impact/ })
    .check();
  await expect(button(page, "Buy THIN anyway")).toBeEnabled();
  // The confirmation applies to that amount only.
  await amountOf(page).fill("8");
  await expect(button(page, "Accept the price impact")).toBeDisabled();
  await button(page, "Max: your ETH balance minus gas").click();
  await panelOf(page).getByRole("checkbox").check();
  await button(page, "Buy THIN anyway").click();
  await expect(panelOf(page).getByText("You bought")).toBeVisible();
  await expect(panelOf(page).getByText(/^Balance 0\.0/)).toBeVisible();
});

test("slippage is automatic or custom with warnings; the deadline is in the transaction", async ({
  page,
  site,
}) => {
  await openFunded(page, site);
  await amountOf(page).fill("0.01");
  const row = (title: string) => panelOf(page).getByRole("definition").nth(ROWS.indexOf(title));
  await expect(row("Max slippage")).toHaveText(/^1(\.\d+)?% auto$/);
  const minimum = async () =>
    Number(
      (await row("Minimum received").locator('[data-slot="amount"]').getAttribute("value")) ?? "0",
    );
  await expect.poll(minimum).toBeGreaterThan(0);
  const before = await minimum();

  await button(page, /^Trade settings/).click();
  const settings = page.getByRole("dialog", { name: "Trade settings" });
  await settings.getByRole("button", { name: "3%" }).click();
  await expect(row("Max slippage")).toHaveText("3%");
  await expect.poll(minimum).toBeLessThan(before);
  const own = settings.getByLabel("Custom");
  await own.fill("0,05");
  await expect(settings.getByText("The trade may fail")).toBeVisible();
  await own.fill("10");
  await expect(settings.getByText("bots can front-run your trade")).toBeVisible();
  await own.fill("30");
  await expect(settings.getByText(/You may receive up to [\d.]+% less than shown/)).toBeVisible();
  await own.fill("60");
  await expect(settings.getByText("0.01% to 50%.")).toBeVisible();
  await expect(row("Max slippage")).toHaveText("30%");
  await own.fill("");
  await expect(row("Max slippage")).toContainText("auto");
  const deadline = settings.getByLabel("Deadline");
  await deadline.fill("181");
  await expect(settings.getByText("1 to 180 minutes.")).toBeVisible();
  await deadline.fill("2");
  await expect(settings.getByText("1 to 180 minutes.")).toHaveCount(0);
  await page.keyboard.press("Escape");

  const sent = nextSentTrade(page);
  const pressedSeconds = Date.now() / 1_000;
  await button(page, "Buy QUAY").click();
  const { deadlineSeconds } = await sent;
  expect(Number(deadlineSeconds)).toBeGreaterThan(pressedSeconds + 100);
  expect(Number(deadlineSeconds)).toBeLessThan(pressedSeconds + 180);
});
const ROWS = ["Price impact", "Fee", "Max slippage", "Minimum received"];

test.describe("when another trade came first", () => {
  const rivalPays = "3";

  test("a price below the minimum that was shown is traded only once it is accepted", async ({
    page,
    site,
  }) => {
    const rival = await newTrader(site);
    await page.clock.install();
    await openFunded(page, site);
    await amountOf(page).fill("0.1");
    await expect(button(page, "Buy QUAY")).toBeEnabled();
    await rival.buy(token, rivalPays);
    await page.clock.fastForward("00:09");
    await expect(button(page, "Accept the new price")).toBeEnabled();
    await amountOf(page).press("Enter");
    await expect(panelOf(page).getByText("less than the minimum")).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    await button(page, "Accept the new price").click();
    await expect(button(page, "Buy QUAY")).toBeEnabled();
    await page.clock.fastForward(600);
    await button(page, "Buy QUAY").click();
    await expect(panelOf(page).getByText("You bought")).toBeVisible();
  });

  test("does not send a trade that would fail, and offers a new price", async ({ page, site }) => {
    const rival = await newTrader(site);
    await openFunded(page, site);
    const dryRun = await hold(page, "eth_estimateGas");
    await amountOf(page).fill("0.1");
    await button(page, "Buy QUAY").click();
    await dryRun.arrived;
    await rival.buy(token, rivalPays);
    dryRun.release();
    const problem = panelOf(page).getByRole("alert");
    await expect(problem).toContainText("The price moved too far");
    await expect(problem).toContainText("less than your minimum");
    await problem.getByText("Technical details").click();
    await expect(problem.getByText(/V4TooLittleReceived/)).toBeVisible();
    await problem.getByRole("button", { name: "Accept the new price" }).click();
    await button(page, "Buy QUAY").click();
    await expect(panelOf(page).getByText("You bought")).toBeVisible();
  });

  test("a reverted trade shows the reason and its transaction", async ({ page, site }) => {
    const rival = await newTrader(site);
    await openFunded(page, site);
    const sending = await hold(page, "eth_sendRawTransaction");
    await amountOf(page).fill("0.1");
    await button(page, "Buy QUAY").click();
    await sending.arrived;
    await rival.buy(token, rivalPays);
    sending.release();
    const problem = panelOf(page).getByRole("alert");
    await expect(problem).toContainText("The price moved too far");
    await expect(problem.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();
    await problem.getByRole("button", { name: "Dismiss" }).click();
    await expect(problem).toHaveCount(0);
    // The price that reverted the trade is below the minimum that was shown.
    await button(page, "Accept the new price").click();
    await expect(button(page, "Buy QUAY")).toBeEnabled();
  });
});

test("a pending trade survives a reload", async ({ page, site }) => {
  await openFunded(page, site);
  const mining = await hold(page, "eth_getTransactionReceipt");
  await amountOf(page).fill("0.01");
  await button(page, "Buy QUAY").click();
  await expect(panelOf(page).getByText("Sent. Waiting for confirmation…")).toBeVisible();
  await page.reload();
  await expect(panelOf(page).getByText("Sent. Waiting for confirmation…")).toBeVisible();
  mining.release();
  await expect(panelOf(page).getByText(/^You bought .+ QUAY$/)).toBeVisible();
  await page.reload();
  await expect(button(page, "Enter an amount")).toBeVisible();
  await expect(panelOf(page).getByText("You bought")).toHaveCount(0);
});

test.describe("offline", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED/ });

  test("quotes refresh while visible, and expired quotes are not used", async ({
    page,
    context,
    site,
  }) => {
    await page.clock.install();
    await openFunded(page, site);
    await amountOf(page).fill("0.01");
    await expect(button(page, "Buy QUAY")).toBeEnabled();
    const asked = page.waitForRequest(
      (request) => request.postData()?.includes("eth_call") === true,
    );
    await page.clock.fastForward("00:09");
    await asked;
    await expect(button(page, "Buy QUAY")).toBeEnabled();
    await context.setOffline(true);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
    await page.clock.fastForward("00:31");
    // A refresh that was under way fails instead.
    await expect(button(page, /^(Accept the new price|Refresh the price)$/)).toBeVisible();
    await context.setOffline(false);
    await expect(button(page, "Buy QUAY")).toBeEnabled();
  });
});

for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 800 } });

    test("every state of the panel is accessible and has no horizontal scroll", async ({
      page,
      site,
    }) => {
      await openFunded(page, site);
      const check = async () => {
        expect(await seriousViolations(page)).toEqual([]);
        expect(await sidewaysOverflow(page)).toBe(0);
      };
      await amountOf(page).fill("9");
      await expect(panelOf(page).getByRole("checkbox")).toBeVisible();
      await check();
      await button(page, /^Trade settings/).click();
      await expect(page.getByRole("dialog", { name: "Trade settings" })).toBeVisible();
      await check();
      await page.keyboard.press("Escape");
      const sending = await hold(page, "eth_sendRawTransaction");
      await amountOf(page).fill("0.01");
      await button(page, "Buy QUAY").click();
      await sending.arrived;
      await check();
      sending.release();
      await expect(panelOf(page).getByText("You bought")).toBeVisible();
      await check();
    });
  });
}

test("a sandbox never uses an external wallet", async ({ page }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    const provider = {
      request: async ({ method }: { method: string }) => {
        asked.push(method);
        return [];
      },
      on: () => {},
      removeListener: () => {},
    };
    const detail = Object.freeze({
      info: { uuid: crypto.randomUUID(), name: "Real Wallet", icon: "data:,", rdns: "com.real" },
      provider,
    });
    const announce = () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
    Object.assign(window, { ethereum: provider, slipwayAsked: asked });
  });
  await open(page);
  await expect(button(page, "Create a burner account")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  const menu = page.getByRole("dialog", { name: "Account" });
  await expect(menu.getByText("Your own wallet is not used.")).toBeVisible();
  await expect(page.getByText("Real Wallet")).toHaveCount(0);
  await expect(page.getByText(/Connect|WalletConnect/)).toHaveCount(0);
  expect(await page.evaluate("window.slipwayAsked")).toEqual([]);
});
