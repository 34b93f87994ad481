import type { Page } from "playwright/test";
import type { FormUnderTest } from "../support/forms/form-under-test";
import { tryForm } from "../support/forms/try-form";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { bringBurner, isTrade, newTrader } from "../support/trader";

/** The trade panel and its settings, used in any way. */

const SENT_MS = 40_000;
const MARKET = "Trials";

/** One market and one funded burner for each worker: its tests run one after another. */
let token = "";
let trader: Awaited<ReturnType<typeof newTrader>>;
test.beforeAll(async ({ baseURL }) => {
  const site = baseURL ?? "";
  token = await launchToken(site, "base-sepolia", { name: MARKET, symbol: "TRY" });
  trader = await newTrader(site);
  await trader.buy(token, "0.05");
});

const panel = (page: Page) => page.getByRole("region", { name: "Trade" });
const main = (page: Page) =>
  panel(page).getByRole("button", {
    name: /^(Buy|Sell|Enter|Check|Fetching|Loading|Not enough|Get test|Refresh|Accept)/,
  });

async function open(page: Page): Promise<void> {
  await bringBurner(page, trader);
  await page.goto(`/base-sepolia/${token}`);
  await expect(panel(page).getByText(/^Balance \d/)).toBeVisible();
}

const skip: FormUnderTest["skip"] = {
  back: "an amount belongs to the price of the moment",
  reload: "an amount belongs to the price of the moment",
};
const HELD = /Enter an amount|Check the amount|Not enough/;

tryForm({
  name: "buy",
  open: ({ page }) => open(page),
  area: panel,
  fields: {
    amount: {
      at: (page) => panel(page).getByLabel("You pay", { exact: true }),
      valid: "0.001",
      wrong: ["", "1e3", "-1", "lots", "0.0000000000000000001"],
      huge: "9".repeat(5_000),
      pasted: [
        { text: " 0.002 ETH\n", shows: "0.002" },
        { text: "1e3", shows: null },
      ],
    },
  },
  submit: main,
  taken: (page) =>
    expect(panel(page).getByText(/^You bought .+ TRY$/)).toBeVisible({ timeout: SENT_MS }),
  once: isTrade,
  held: HELD,
  skip,
});

tryForm({
  name: "sell",
  open: async ({ page }) => {
    await open(page);
    await page.getByRole("tab", { name: "Sell" }).click();
    await expect(panel(page).getByText(/^Balance [1-9]/)).toBeVisible();
  },
  area: panel,
  fields: {
    amount: {
      at: (page) => panel(page).getByLabel("You sell", { exact: true }),
      valid: "1000",
      wrong: ["", "99999999999", "1e3", "-1"],
      huge: "9".repeat(5_000),
    },
  },
  submit: main,
  taken: (page) =>
    expect(panel(page).getByText(/^You received .+ ETH$/)).toBeVisible({ timeout: SENT_MS }),
  once: isTrade,
  held: HELD,
  skip: {
    ...skip,
    empty: "the same field as for buying",
    huge: "the same field as for buying",
    slow: "the same steps as for buying",
    pasted: "the same field as for buying",
    phone: "the same field as for buying",
  },
});

const settings = (page: Page) => page.getByRole("dialog", { name: "Trade settings" });

tryForm({
  name: "trade settings",
  open: async ({ page }) => {
    await open(page);
    await panel(page)
      .getByRole("button", { name: /^Trade settings/ })
      .click();
  },
  area: settings,
  fields: {
    slippage: {
      at: (page) => settings(page).getByLabel("Custom"),
      valid: "2",
      wrong: ["0", "60", "-1", "1e1", "lots"],
      pasted: [
        { text: " 2.5 %\n", shows: "2.5" },
        { text: "lots", shows: null },
      ],
    },
    deadline: {
      at: (page) => settings(page).getByLabel("Deadline"),
      valid: "5",
      wrong: ["", "0", "181", "1.5", "-1", "soon"],
    },
  },
  submit: (page) => settings(page).getByRole("button", { name: "Done" }),
  taken: async (page) => {
    await expect(settings(page)).toHaveCount(0);
    await expect(
      panel(page).getByRole("button", { name: "Trade settings: 2% slippage" }),
    ).toBeVisible();
  },
  skip: {
    slow: "nothing is sent",
    double: "nothing is sent",
    offline: "nothing is sent",
    back: "settings hold for the page",
    reload: "settings hold for the page",
  },
});

const presets = (page: Page) => page.getByRole("dialog", { name: "Edit amounts" });
const preset = (place: number) => (page: Page) =>
  presets(page).getByLabel(`Amount ${place}`, { exact: true });

tryForm({
  name: "amounts to buy for",
  open: async ({ page }) => {
    await page.goto(`/base-sepolia/${token}`);
    await panel(page).getByRole("button", { name: "Edit amounts" }).click();
  },
  area: presets,
  fields: {
    first: {
      at: preset(1),
      valid: "0.025",
      wrong: ["", "lots", "1e3", "-1", "0", "1000.1", "0.0000001"],
      pasted: [
        { text: " 0.03 ETH\n", shows: " 0.03 ETH" },
        { text: "1e3", shows: null },
      ],
    },
    last: { at: preset(4), valid: "3", wrong: ["0.025"] },
  },
  submit: (page) => presets(page).getByRole("button", { name: "Save" }),
  taken: async (page) => {
    await expect(presets(page)).toHaveCount(0);
    await expect(panel(page).getByRole("button", { name: "0.1 ETH", exact: true })).toBeVisible();
  },
  skip: {
    slow: "nothing is sent",
    offline: "nothing is sent",
    back: "amounts that were not saved are no work",
    reload: "amounts that were not saved are no work",
  },
});
