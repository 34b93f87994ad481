import type { Page } from "playwright/test";
import { launchFor } from "../support/account";
import { seriousViolations } from "../support/axe";
import { changeJson } from "../support/change-json";
import { launchToken } from "../support/launch-token";
import { expect, sidewaysOverflow, test } from "../support/test";
import { PHONE } from "../support/touch";
import { bringBurner, isTrade, newTrader } from "../support/trader";

/** Tools for traders besides the trade itself: presets, dollars, quick buy, trade bar and lists. */
const CHAIN = "base-sepolia";

let token = "";
let creator: Awaited<ReturnType<typeof newTrader>>;
let trader: Awaited<ReturnType<typeof newTrader>>;
test.beforeAll(async ({ baseURL }) => {
  const site = baseURL ?? "";
  creator = await newTrader(site);
  trader = await newTrader(site);
  const launched = await launchFor(site, CHAIN, {
    name: "Lantern",
    symbol: "LANT",
    creatorAddress: creator.address,
  });
  token = launched.token;
  await creator.buy(token, "0.02");
  await trader.buy(token, "0.2");
  await trader.buy(token, "0.003");
});

const panel = (page: Page) => page.getByRole("region", { name: "Trade" });
const amount = (page: Page, label = "You pay") => panel(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
const editor = (page: Page) => page.getByRole("dialog", { name: "Edit amounts" });
const field = (page: Page, place: number) => editor(page).getByLabel(`Amount ${place}`);
const trades = (page: Page) =>
  page.getByRole("table", { name: "Trades of LANT" }).locator("tbody tr");

/** The figures of the quote that are not shown in full. */
const cutFigures = (page: Page) =>
  panel(page)
    .getByRole("definition")
    .evaluateAll((figures) =>
      figures
        .filter((figure) => {
          const { left, right } = figure.getBoundingClientRect();
          return Array.from(figure.querySelectorAll("*")).some((part) => {
            const box = part.getBoundingClientRect();
            return box.left < left - 1 || box.right > right + 1;
          });
        })
        .map((figure) => figure.textContent),
    );

async function open(page: Page, query = ""): Promise<void> {
  await page.goto(`/${CHAIN}/${token}${query}`);
  await expect(amount(page)).toBeVisible();
}

async function openAs(page: Page, account = trader): Promise<void> {
  await bringBurner(page, account);
  await open(page);
  await expect(panel(page).getByText(/^Balance \d/)).toBeVisible();
}

test.describe("amounts to buy for", () => {
  test("are changed, survive a reload, and are reset", async ({ page }) => {
    await open(page);
    await button(page, "Edit amounts").click();
    await expect(field(page, 1)).toHaveValue("0.01");
    await field(page, 1).fill(" 0,025 ETH ");
    await field(page, 2).fill("1 000");
    await field(page, 3).fill("1,000.0");
    await editor(page).getByRole("button", { name: "Save" }).click();
    await expect(editor(page).getByText("is already a preset")).toBeVisible();
    await expect(field(page, 3)).toBeFocused();
    await field(page, 3).fill("2");
    await field(page, 3).press("Enter");
    await expect(editor(page)).toHaveCount(0);
    await expect(button(page, "Edit amounts")).toBeFocused();
    await page.reload();
    for (const eth of ["0.025", "1,000", "2", "0.5"]) {
      await expect(button(page, `${eth} ETH`)).toBeVisible();
    }
    await button(page, "0.025 ETH").click();
    await expect(amount(page)).toHaveValue("0.025");
    await button(page, "Edit amounts").click();
    await editor(page).getByRole("button", { name: "Reset" }).click();
    await expect(field(page, 1)).toHaveValue("0.01");
    await page.keyboard.press("Escape");
    await expect(button(page, "0.01 ETH")).toBeVisible();
    await page.reload();
    await expect(button(page, "0.01 ETH")).toBeVisible();
  });

  for (const [text, problem] of [
    ["", "Enter a number, such as 0.05."],
    ["lots", "Write the number in digits, such as 0.05."],
    ["1e3", "Write the number in digits, such as 0.05."],
    ["-1", "Amount 1 must not be negative"],
    ["0", "Amount 1 must be 0.000001 to 1,000 ETH"],
    ["1000.1", "Amount 1 must be 0.000001 to 1,000 ETH"],
    ["0.0000001", "Amount 1 must have at most 6 decimals"],
    ["9".repeat(5_000), "Write the number in digits, such as 0.05."],
  ] as const) {
    test(`rejects “${text.slice(0, 12)}” and keeps the old ones`, async ({ page }) => {
      await open(page);
      await button(page, "Edit amounts").click();
      await field(page, 1).fill(text);
      await editor(page).getByRole("button", { name: "Save" }).click();
      await expect(editor(page).getByRole("alert")).toHaveText(problem);
      await expect(field(page, 1)).toBeFocused();
      await expect(field(page, 1)).toHaveAttribute("aria-invalid", "true");
      expect(await seriousViolations(page)).toEqual([]);
      await button(page, "Edit amounts").click();
      await expect(editor(page)).toHaveCount(0);
      await expect(button(page, "0.01 ETH")).toBeVisible();
    });
  }

  test("are the default ones when the browser has something else stored", async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem("slipway.buy-presets", '["-1","0.05","<b>","1"]'),
    );
    await open(page);
    for (const eth of ["0.01", "0.05", "0.1", "0.5"]) {
      await expect(button(page, `${eth} ETH`)).toBeVisible();
    }
  });
});

test("25, 50 and 100 percent of the balance are sold exactly", async ({ page }) => {
  await openAs(page);
  await page.getByRole("tab", { name: "Sell" }).click();
  await expect(button(page, "Edit amounts")).toHaveCount(0);
  const read = async (percent: number) => {
    await button(page, `${percent} percent of your LANT`).click();
    await expect(amount(page, "You sell")).not.toHaveValue("");
    return Number(await amount(page, "You sell").inputValue());
  };
  const all = await read(100);
  // Parts are rounded down to 7 digits; all of it is exact.
  expect((await read(50)) / all).toBeCloseTo(0.5, 6);
  expect((await read(25)) / all).toBeCloseTo(0.25, 6);
});

test.describe("dollars", () => {
  test("are next to amount, output, minimum and fee of both sides", async ({ page }) => {
    await openAs(page);
    const dollars = panel(page).locator('[data-slot="dollars"]');
    await amount(page).fill("0.01");
    await expect(dollars).toHaveCount(4);
    const values = async () =>
      Promise.all(
        (await dollars.all()).map(async (one) => Number(await one.getAttribute("value"))),
      );
    const [paid = 0, received = 0, fee = 0, minimum = 0] = await values();
    expect(fee).toBeCloseTo(paid / 100, 6);
    expect(received).toBeGreaterThan(paid * 0.9);
    expect(received).toBeLessThan(paid);
    expect(minimum).toBeLessThan(received);
    await page.getByRole("tab", { name: "Sell" }).click();
    await button(page, "25 percent of your LANT").click();
    await expect(dollars).toHaveCount(4);
    const [sold = 0, proceeds = 0] = await values();
    expect(proceeds).toBeLessThan(sold);
    expect(proceeds).toBeGreaterThan(sold * 0.5);
  });

  test("are left out on a chain without an ETH/USD rate", async ({ page }) => {
    await page.route("**/api/v1/config", (route) =>
      changeJson(route, (answer) =>
        JSON.parse(JSON.stringify(answer).replaceAll(/"ethUsd":\{[^}]*\}/g, '"ethUsd":null')),
      ),
    );
    await open(page);
    await amount(page).fill("0.01");
    await expect(panel(page).getByText(/^Fee \(1%\)$/)).toBeVisible();
    await expect(panel(page).locator('[data-slot="dollars"]')).toHaveCount(0);
  });
});

test.describe("quick buy", () => {
  test("opens a token with the first amount filled in, and sends nothing", async ({
    page,
    site,
  }) => {
    const name = `Quick ${Date.now()}`;
    const address = await launchToken(site, CHAIN, { name });
    await bringBurner(page, trader);
    await page.addInitScript(() =>
      localStorage.setItem("slipway.buy-presets", '["0.003","0.05","0.1","0.5"]'),
    );
    const sent: string[] = [];
    page.on("request", (request) => {
      if (isTrade(request)) sent.push(request.url());
    });
    const link = page.getByRole("link", { name: `Buy ${name} for 0.003 ETH` });
    for (const view of ["table", "cards"]) {
      await page.goto(`/${CHAIN}?tab=new&view=${view}`);
      await link.click();
      await expect(page).toHaveURL(`/${CHAIN}/${address}?buy=0.003`);
      await expect(amount(page)).toHaveValue("0.003");
      await expect(amount(page)).toBeFocused();
    }
    await expect(panel(page).getByRole("button", { name: /^Buy LIGHT/ })).toBeEnabled();
    await page.goBack();
    await page.goto(`/${CHAIN}?tab=new&view=table`);
    await expect(link).toBeVisible();
    const row = page.locator('[data-slot="explorer-row"]').filter({ hasText: name });
    await row.locator("h3 a").focus();
    await page.keyboard.press("b");
    await expect(amount(page)).toHaveValue("0.003");
    expect(sent).toEqual([]);
  });

  for (const value of ["", "0", "-1", "lots", "1e2", "0x1", "99999999999", "0.01,", "<b>"]) {
    test(`ignores ?buy=${value}`, async ({ page }) => {
      await open(page, `?buy=${encodeURIComponent(value)}`);
      await expect(amount(page)).toHaveValue("");
    });
  }
});

test.describe("the list of trades", () => {
  test("shows all trades, own ones, those of the creator, and large ones", async ({ page }) => {
    await openAs(page);
    await expect(trades(page)).toHaveCount(3);
    const asked = page.waitForRequest((request) => request.url().includes("trader="));
    await page.getByText("Mine", { exact: true }).click();
    await expect(trades(page)).toHaveCount(2);
    expect((await asked).url()).toContain(`trader=${trader.address}`);
    await expect(trades(page).filter({ hasText: "you" })).toHaveCount(2);
    const size = page.getByLabel("Size");
    await size.selectOption("0.1 ETH or more");
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("0.2");
    await page.getByRole("radio", { name: "Mine" }).press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Creator" })).toBeChecked();
    await expect(page.getByText("No matching trades")).toBeVisible();
    await size.selectOption("0.01 ETH or more");
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("0.02");
    await size.selectOption("");
    await page.getByText("All", { exact: true }).click();
    await expect(trades(page)).toHaveCount(3);
  });

  test("asks for a wallet, and adds only new trades that pass the filter", async ({
    page,
    site,
  }) => {
    const fresh = await launchToken(site, CHAIN, { name: "Fresh Lantern", symbol: "LANT" });
    await page.goto(`/${CHAIN}/${fresh}`);
    await page.getByText("Mine", { exact: true }).click();
    await expect(page.getByText("Connect a wallet to see your trades.")).toBeVisible();
    await page.getByText("All", { exact: true }).click();
    await page.getByLabel("Size").selectOption("0.01 ETH or more");
    await expect(page.getByText("No matching trades")).toBeVisible();
    await trader.buy(fresh, "0.002");
    await trader.buy(fresh, "0.03");
    await expect(trades(page)).toHaveCount(1);
    await expect(trades(page).first()).toContainText("0.03");
    await page.getByLabel("Size").selectOption("");
    await expect(trades(page)).toHaveCount(2);
  });

  test.describe("that fails", () => {
    test.use({ expectedProblem: /status of 500/ });

    test("can be loaded again", async ({ page }) => {
      await page.route("**/trades?*minETH=10*", (route) =>
        route.fulfill({ status: 500, json: { error: "Internal server error" } }),
      );
      await open(page);
      await page.getByLabel("Size").selectOption("10 ETH or more");
      await expect(page.getByText("Could not load trades")).toBeVisible();
      await page.unroute("**/trades?*minETH=10*");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("No matching trades")).toBeVisible();
    });
  });
});

test("top traders have what they bought, sold and made", async ({ page }) => {
  await openAs(page);
  await page.getByRole("tab", { name: "Top traders" }).click();
  const rows = page.getByRole("table", { name: "Top traders of LANT" }).locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "you" })).toContainText("0.203");
  await expect(rows.filter({ hasText: "creator" })).toContainText("0.02");
  // The creator bought first, so the price rose after it.
  await expect(
    rows.filter({ hasText: "creator" }).locator('[data-slot="profit"]').last(),
  ).toHaveText(/^\+/);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Holders" })).toBeFocused();
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the trade bar opens either side, by keyboard too, and hides with the panel in view", async ({
    page,
  }) => {
    await open(page);
    const bar = page.locator('[data-slot="trade-bar"]');
    await expect(bar).toBeVisible();
    await bar.getByRole("button", { name: "Sell" }).click();
    await expect(amount(page, "You sell")).toBeFocused();
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(bar).toBeVisible();
    await bar.getByRole("button", { name: "Buy" }).focus();
    await page.keyboard.press("Enter");
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toBeInViewport();
  });

  test("the trade bar keeps its place when it gets the focus", async ({ page }) => {
    await open(page);
    const bar = page.locator('[data-slot="trade-bar"]');
    for (const name of ["Buy", "Sell"]) {
      await bar.getByRole("button", { name }).focus();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await expect(bar.getByRole("button", { name })).toBeFocused();
    }
  });

  test("the trade bar covers neither the footer nor what has the focus", async ({ page }) => {
    await open(page);
    const bar = page.locator('[data-slot="trade-bar"]');
    const overlaps = () =>
      page.evaluate(() => {
        const bar = document.querySelector('[data-slot="trade-bar"]')?.getBoundingClientRect();
        const other = document.activeElement?.getBoundingClientRect();
        return bar !== undefined && other !== undefined && other.bottom > bar.top + 1;
      });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(bar).toBeVisible();
    const [barBox, footBox] = [
      await bar.boundingBox(),
      await page.getByRole("contentinfo").boundingBox(),
    ];
    expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((footBox?.y ?? 0) + 1);
    await page.getByRole("tab", { name: "Trades" }).focus();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      const inBar = await page.evaluate(
        () => document.activeElement?.closest('[data-slot="trade-bar"], footer') !== null,
      );
      if (inBar) break;
      expect(await overlaps(), `step ${step}`).toBe(false);
    }
  });

  test("the trade bar keeps clear of the home indicator", async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets: { bottom: 34 } });
    await open(page);
    const bar = page.locator('[data-slot="trade-bar"]');
    await expect(bar).toHaveCSS("padding-bottom", "34px");
  });
});

for (const colorScheme of ["dark", "light"] as const) {
  for (const width of [320, 1280]) {
    test(`lists, presets and bar fit and are accessible at ${width} px, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await openAs(page);
      const check = async () => {
        expect(await sidewaysOverflow(page)).toBe(0);
        expect(await seriousViolations(page)).toEqual([]);
      };
      await amount(page).fill("0.01");
      await expect(panel(page).locator('[data-slot="dollars"]')).toHaveCount(4);
      expect(await cutFigures(page)).toEqual([]);
      await page.getByRole("tab", { name: "Trades" }).scrollIntoViewIfNeeded();
      await expect(trades(page)).toHaveCount(3);
      await check();
      await button(page, "Edit amounts").click();
      await field(page, 1).fill("lots");
      await editor(page).getByRole("button", { name: "Save" }).click();
      await check();
      await page.keyboard.press("Escape");
      await page.getByRole("tab", { name: "Top traders" }).click();
      const table = page.getByRole("table", { name: "Top traders of LANT" });
      await expect(table).toBeVisible();
      await check();
      await page.goto(`/${CHAIN}?tab=new`);
      await expect(page.locator('[data-slot="quick-buy"]').first()).toBeVisible();
      await check();
    });
  }
}
