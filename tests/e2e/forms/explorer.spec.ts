import type { Page } from "playwright/test";
import { launchFor } from "../support/account";
import { composeKey } from "../support/forms/compose-key";
import { slowNetwork } from "../support/forms/network";
import { PHONE } from "../support/forms/phone";
import { tryForm } from "../support/forms/try-form";
import { expect, sidewaysOverflow, test } from "../support/test";

/** The explorer's filter and the search of every page, used in any way. */

const ADA = "0x1111111111111111111111111111111111111111";
const GRACE = "0x2222222222222222222222222222222222222222";
const ADDRESS_MISTAKES = ["0x12", "ada", `${ADA}1`];

const filter = (page: Page) => page.getByRole("dialog", { name: "Filter" });
const openFilter = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: /^Filter/ })
    .click();
const address = (name: string) => ({
  at: (page: Page) => filter(page).getByRole("textbox", { name, exact: true }),
  wrong: ADDRESS_MISTAKES,
});

tryForm({
  name: "explorer filter",
  open: async ({ page }) => {
    await page.goto("/base");
    await openFilter(page);
  },
  area: filter,
  fields: {
    owner: {
      ...address("Creator or owner"),
      valid: ADA,
      pasted: [{ text: ` ${ADA}\n`, shows: ADA }],
    },
    manager: { ...address("Manager"), valid: GRACE },
  },
  submit: (page) => filter(page).getByRole("button", { name: "Apply" }),
  taken: async (page) => {
    await expect(filter(page)).toHaveCount(0);
  },
  empty: "taken",
  skip: {
    slow: "the list behind it shows its own state",
    double: "the panel is gone with the first press",
    offline: "the list behind it shows its own state",
    back: "a filter that was not applied is no work",
    reload: "a filter that was not applied is no work",
  },
});

const HUGE_NUMBER = "9".repeat(5_000);
const range = (name: string, valid: string, wrong: readonly string[]) => ({
  at: (page: Page) => filter(page).getByRole("textbox", { name, exact: true }),
  valid,
  wrong,
  huge: HUGE_NUMBER,
});

tryForm({
  name: "explorer ranges",
  open: async ({ page }) => {
    await page.goto("/base");
    await openFilter(page);
  },
  area: filter,
  fields: {
    capMin: {
      ...range("Market cap from", "0.5", ["lots", "-1", "1e3", "1.2.3"]),
      pasted: [
        { text: " 1,5\n", shows: "1.5" },
        { text: "1,000 ETH", shows: "1000" },
        { text: "1e3", shows: null },
      ],
    },
    capMax: range("Market cap to", "900", ["0.4", "<b>"]),
    // More hours than the maximum.
    ageMin: range("Age from", "0.5", ["999999999", "soon"]),
    ageMax: range("Age to", "48", ["0.25", "277778"]),
    volume: range("Volume 24h from", "0", ["-0.1"]),
    holdersMin: range("Holders from", "1", ["1.5", "many"]),
    holdersMax: range("Holders to", "5000", ["0"]),
    liquidity: range("Liquidity from", "0.001", ["1 000 00"]),
    creator: range("Creator to", "20", ["101", "-5"]),
    topHolders: range("Top 10 to", "80.5", ["100.01"]),
    firstBuyers: range("First buyers to", "0", ["1e1"]),
  },
  submit: (page) => filter(page).getByRole("button", { name: "Apply" }),
  taken: async (page) => {
    await expect(filter(page)).toHaveCount(0);
    await expect(page.getByText("Could not load")).toHaveCount(0);
  },
  empty: "taken",
  skip: {
    slow: "the list behind it shows its own state",
    double: "the panel is gone with the first press",
    offline: "the list behind it shows its own state",
    back: "a filter that was not applied is no work",
    reload: "a filter that was not applied is no work",
  },
});

test.describe("search: all uses", () => {
  let name = "";
  let path = "";
  test.beforeAll(async ({ baseURL }) => {
    name = `Lantern ${Date.now()}`;
    const { token } = await launchFor(baseURL ?? "", "base", { name });
    path = `/base/${token}`;
  });
  const box = (page: Page) => page.getByRole("combobox", { name: "Search tokens" });
  const found = (page: Page) => page.getByRole("option").filter({ hasText: name });

  test("finds pasted text, opens it once, and shows when nothing is found", async ({ page }) => {
    await page.goto("/docs");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/docs");
    const entries = await page.evaluate(() => history.length);
    for (const wrong of ["zqxzqxzqx", "<b>", "0x12zzzz", "W".repeat(5_000)]) {
      await box(page).fill(wrong);
      await box(page).press("Enter");
      await expect(page.getByText("No token found", { exact: false })).toBeVisible();
      expect(await sidewaysOverflow(page), wrong.slice(0, 10)).toBe(0);
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await box(page).fill("");
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${name}\n`);
    await box(page).press("ControlOrMeta+v");
    await expect(found(page)).toBeVisible();
    await box(page).press("Enter");
    await box(page).press("Enter");
    await expect(page).toHaveURL(path);
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await expect(page).toHaveURL("/docs");
  });

  test("leaves the keys of an input method to it", async ({ page }) => {
    await page.goto("/docs");
    await box(page).fill(name);
    await expect(found(page)).toBeVisible();
    for (const key of ["Enter", "ArrowDown", "ArrowUp", "Escape"]) {
      expect(await composeKey(box(page), key), key).toBe(true);
      expect(await composeKey(box(page), key, 229), key).toBe(true);
    }
    await expect(found(page)).toBeVisible();
    await expect(page).toHaveURL("/docs");
    await box(page).press("Enter");
    await expect(page).toHaveURL(path);
  });

  test("opens the intended token with a late response", async ({ page }) => {
    await page.goto("/docs");
    await expect(page.getByRole("main")).not.toBeEmpty();
    await slowNetwork(page);
    await box(page).fill(name);
    await box(page).press("Enter");
    await expect(page).toHaveURL(path, { timeout: 60_000 });
  });

  test.describe("offline", () => {
    test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

    test("shows a notice and resumes when back online", async ({ page }) => {
      await page.goto("/docs");
      await page.context().setOffline(true);
      await box(page).fill(name);
      await expect(page.getByText("You’re offline", { exact: false }).first()).toBeVisible();
      await expect(page.getByText("Search resumes when you reconnect.")).toBeVisible();
      await expect(page.getByText("No token found", { exact: false })).toHaveCount(0);
      await page.context().setOffline(false);
      await expect(found(page)).toBeVisible();
    });

    test("opens a result only after the page is back online", async ({ page }) => {
      await page.goto("/docs");
      await box(page).fill(name);
      await expect(found(page)).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText("Showing the last received data.")).toBeVisible();
      await found(page).click();
      await expect(page.getByText("Links work again when you reconnect.")).toBeVisible();
      await expect(box(page)).toHaveValue(name);
      await page.context().setOffline(false);
      await found(page).click();
      await expect(page).toHaveURL(path);
    });
  });

  test.describe("by touch", () => {
    test.use(PHONE);

    test("opens the tapped token", async ({ page }) => {
      await page.goto("/docs");
      await box(page).tap();
      await box(page).fill(name);
      expect(await sidewaysOverflow(page)).toBe(0);
      await found(page).tap();
      await expect(page).toHaveURL(path);
    });
  });
});
