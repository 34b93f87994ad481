import { call } from "@slipway-launchpad/client";
import type { Page, Request } from "playwright/test";
import { createRevenueManager } from "@/lib/features/managers/operations";
import { launchFor, makeFees } from "../support/account";
import type { FormUnderTest } from "../support/forms/form-under-test";
import { tryForm } from "../support/forms/try-form";
import { expect, newCaller, test } from "../support/test";
import { bringBurner, newTrader } from "../support/trader";

/** Every form of the managers page, used in any way. */

const ADA = "0x1111111111111111111111111111111111111111";
const GRACE = "0x2222222222222222222222222222222222222222";
const ZERO = "0x0000000000000000000000000000000000000000";
/** An address whose letter case does not fit its checksum. */
const TYPO = "0x52908400098527886E0F7030069857D2E4169eE7";
const CREATED_MS = 40_000;

const text = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });
const create = (page: Page) =>
  page.getByRole("button", { name: /^(Create (revenue|fee split) manager|Creating on chain…)$/ });
const posts = (path: string) => (request: Request) =>
  request.method() === "POST" && request.url().includes(path);
const section = (page: Page, name: string) =>
  page.getByRole("main").getByText(name, { exact: true }).first().click();

tryForm({
  name: "revenue manager",
  open: async ({ page }) => {
    await page.goto("/managers");
  },
  area: (page) => page.locator("main"),
  fields: {
    fee: {
      at: text("Protocol fee"),
      valid: "20",
      wrong: ["", "101", "1e1", "-1", "12.345", "lots"],
      pasted: [{ text: "12,5 %", shows: "12.5" }],
    },
    recipient: {
      at: text("Wallet address"),
      valid: ADA,
      wrong: ["", "0x12", `${ADA}1`, ZERO, TYPO],
      pasted: [{ text: ` ${ADA}\n`, shows: ADA }],
    },
    owner: {
      at: (page) => page.getByRole("textbox", { name: /^Owner/ }),
      valid: GRACE,
      wrong: ["0x12", "ada", ZERO, TYPO],
      pasted: [
        { text: ` ${GRACE}\n`, shows: GRACE },
        { text: `ethereum:${GRACE}`, shows: GRACE },
      ],
    },
  },
  submit: create,
  taken: (page) =>
    expect(page.getByText("Revenue manager created")).toBeVisible({ timeout: CREATED_MS }),
  once: posts("/create-revenue-manager"),
});

tryForm({
  name: "fee split",
  open: async ({ page }) => {
    await page.goto("/managers");
    await section(page, "Fee split");
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page.getByText("Custom shares").click();
  },
  reopen: (page) => section(page, "Fee split"),
  area: (page) => page.locator("main"),
  fields: {
    first: { at: text("Recipient 1: Wallet"), valid: ADA, wrong: ["", "ada", GRACE, TYPO] },
    firstShare: {
      at: text("Recipient 1: share in percent"),
      valid: "60",
      wrong: ["", "0", "59", "1e1"],
      pasted: [{ text: "60 %", shows: "60" }],
    },
    second: { at: text("Recipient 2: Wallet"), valid: GRACE },
    secondShare: { at: text("Recipient 2: share in percent"), valid: "40" },
    owner: { at: text("Wallet address"), valid: ADA, wrong: ["", "0x12"] },
    creatorFirst: { at: text("Paid to creator first"), valid: "10", wrong: ["", "101"] },
  },
  submit: create,
  taken: (page) =>
    expect(page.getByText("Fee split manager created")).toBeVisible({ timeout: CREATED_MS }),
  once: posts("/create-fee-split-manager"),
  skip: {
    huge: "the same fields as in the wizard, which tries them",
    slow: "sent as a revenue manager is",
    offline: "sent as a revenue manager is",
  },
});

test("a typed identity stays while another type is chosen", async ({ page }) => {
  await page.goto("/managers");
  await text("Wallet address")(page).fill(ADA);
  const wallet = page.getByRole("radio", { name: "Wallet" });
  await wallet.press("ArrowLeft");
  await expect(wallet).not.toBeChecked();
  await page.getByRole("radio", { name: "Farcaster" }).press("ArrowRight");
  await expect(wallet).toBeChecked();
  await expect(text("Wallet address")(page)).toHaveValue(ADA);
});

test("equal shares keep the custom ones for later", async ({ page }) => {
  await page.goto("/managers");
  await section(page, "Fee split");
  const share = (row: number) => text(`Recipient ${row}: share in percent`)(page);
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Add recipient" }).click();
  await page.getByText("Custom shares").click();
  await expect(share(1)).toHaveValue("50");
  await share(1).fill("70");
  await share(2).fill("30");
  await page.getByText("Equal shares").click();
  await page.getByText("Custom shares").click();
  await expect(share(1)).toHaveValue("70");
  await expect(share(2)).toHaveValue("30");
  await page.getByRole("button", { name: "Split equally" }).click();
  await expect(share(1)).toHaveValue("50");
});

const paste = (page: Page) => page.getByRole("dialog", { name: "Paste recipients" });

tryForm({
  name: "paste recipients",
  open: async ({ page }) => {
    await page.goto("/managers");
    await section(page, "Fee split");
    await page.getByRole("button", { name: "Paste list" }).click();
  },
  area: paste,
  fields: {
    list: {
      at: (page) => paste(page).getByRole("textbox", { name: "Recipients" }),
      valid: `${ADA}, 60\n@grace, 40`,
      wrong: [
        ...["", "nobody at all here", `${ADA}\n???`, "@grace, 20\n@Grace, 80", "@grace, 120"],
        Array.from({ length: 101 }, (_, i) => `@grace${i}`).join("\n"),
      ],
      pasted: [{ text: "who is that\n", shows: null }],
    },
  },
  submit: (page) => paste(page).getByRole("button", { name: /^Add/ }),
  taken: async (page) => {
    await expect(paste(page)).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Recipient 2: X" })).toHaveValue("grace");
  },
  skip: {
    slow: "nothing is sent",
    double: "the dialog is gone with the first press",
    offline: "nothing is sent",
    back: "a list that was not added is in the clipboard",
    reload: "a list that was not added is in the clipboard",
  },
});

test("a CSV file can be chosen again after it was corrected", async ({ page }) => {
  await page.goto("/managers");
  await section(page, "Fee split");
  await page.getByRole("button", { name: "Paste list" }).click();
  const chooser = paste(page).getByLabel("Choose CSV file");
  const csv = { name: "people.csv", mimeType: "text/csv" };
  await chooser.setInputFiles({ ...csv, buffer: Buffer.from(`${ADA}, 60`) });
  await expect(paste(page).getByRole("textbox", { name: "Recipients" })).toHaveValue(`${ADA}, 60`);
  // A browser reports no change if the chooser still holds the file.
  await expect(chooser).toHaveValue("");
});

const lookup = (page: Page) => page.locator("[data-slot=manager-lookup]");

test.describe("an existing manager", () => {
  let manager = "";
  test.beforeAll(async ({ baseURL }) => {
    const caller = { baseUrl: baseURL ?? "", headers: { "x-forwarded-for": newCaller() } };
    const body = { protocolFee: "2000", recipientAddress: ADA };
    const params = { chain: "base" as const };
    const created = await call(createRevenueManager, { params, body }, caller);
    manager = created.managerAddress;
  });

  const address = (page: Page) => lookup(page).getByRole("textbox", { name: "Address" });
  tryForm({
    name: "manager lookup",
    open: async ({ page }) => {
      await page.goto("/managers");
      await section(page, "Look up");
    },
    area: lookup,
    fields: {
      address: {
        at: address,
        // Known only once it exists.
        valid: "the manager",
        set: (control, value) => control.fill(value === "the manager" ? manager : value),
        get: async (control) => {
          const shown = await control.inputValue();
          return shown === manager ? "the manager" : shown;
        },
        wrong: ["", "0x12", "ada", `${ADA}1`, TYPO, ADA],
      },
    },
    submit: (page) => lookup(page).getByRole("button", { name: "Look up" }),
    taken: (page) =>
      expect(page.locator('[data-slot="manager-panel"]')).toBeVisible({ timeout: CREATED_MS }),
    skip: {
      pasted: "the same field as the recipient of a revenue manager",
      double: "only reads",
      back: "an address that was not looked up is in the clipboard",
      reload: "an address that was not looked up is in the clipboard",
    },
  });
});

const NO_FIELDS: FormUnderTest["skip"] = {
  empty: "has no fields",
  wrong: "has no fields",
  huge: "has no fields",
  pasted: "has no fields",
  back: "has no fields",
  reload: "has no fields; managers.spec.ts reloads in the middle of a payout",
};

test.describe("earnings of a manager", () => {
  const CHAIN = "base-sepolia";
  let token = "";
  let manager = "";
  let trader: Awaited<ReturnType<typeof newTrader>>;
  test.beforeAll(async ({ baseURL }) => {
    const site = baseURL ?? "";
    const launched = await launchFor(site, CHAIN, {
      name: "Paid out in any way",
      feeSplitRecipients: [ADA, GRACE],
    });
    token = launched.token;
    manager = launched.manager ?? "";
    trader = await newTrader(site);
  });

  const release = (page: Page) =>
    page
      .getByRole("row")
      .filter({ hasText: "0x1111" })
      .getByRole("button", { name: /^Pay out/ });
  tryForm({
    name: "payout",
    open: async ({ page, site }) => {
      await makeFees(site, CHAIN, token, "0.1");
      await bringBurner(page, trader);
      await page.goto(`/managers?chain=${CHAIN}&address=${manager}`);
      await expect(release(page)).toBeEnabled();
    },
    area: (page) => page.locator("[data-slot=manager-panel]"),
    fields: {},
    submit: release,
    taken: (page) => expect(page.getByText(/^Paid out 0/)).toBeVisible({ timeout: CREATED_MS }),
    once: (request) => (request.postData() ?? "").includes('"eth_sendRawTransaction"'),
    empty: "taken",
    skip: NO_FIELDS,
  });
});
