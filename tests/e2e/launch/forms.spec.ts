import type { Page } from "playwright/test";
import { bringDraft, openStep } from "../support/draft";
import { tryForm } from "../support/forms/try-form";
import { expect } from "../support/test";

/** Every step of the launch wizard, used in any way. */

const ADA = "0x1111111111111111111111111111111111111111";
const GRACE = "0x2222222222222222222222222222222222222222";

const next = (page: Page) => page.getByRole("button", { name: "Continue" });
const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
const form = (page: Page) => page.locator("form");
const text = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });

tryForm({
  name: "wizard, token",
  open: ({ page }) => openStep(page, "details", "Name your token"),
  area: form,
  fields: {
    name: { at: text("Name"), valid: "First Light", wrong: ["", "a\u202eb", "x".repeat(65)] },
    symbol: {
      at: text("Symbol"),
      valid: "LIGHT",
      wrong: ["", "NINECHARS"],
      pasted: [
        { text: "$GOAT", shows: "GOAT" },
        { text: " goat\n", shows: "GOAT" },
      ],
    },
    description: {
      at: (page) => page.getByRole("textbox", { name: /^Description/ }),
      valid: "What it is.",
      wrong: ["x".repeat(2001)],
    },
    chain: {
      at: (page) => page.getByRole("combobox", { name: "Chain", exact: true }),
      valid: "base-sepolia",
      huge: null,
    },
  },
  submit: next,
  taken: (page) => heading(page, "Add an image or video"),
});

tryForm({
  name: "wizard, fees",
  open: ({ page }) => openStep(page, "fees", "Choose who earns fees"),
  area: form,
  fields: {
    creator: {
      at: text("Email address"),
      valid: "ada@example.com",
      wrong: ["", "ada", "ada@", "ada@@example.com"],
      pasted: [{ text: " ada@example.com\n", shows: "ada@example.com" }],
    },
    people: {
      at: text("Creator share of fees"),
      valid: "80",
      wrong: ["", "101", "1e1", "-1", "12.345", "lots"],
      pasted: [
        { text: "80 %", shows: "80" },
        { text: "12,5%", shows: "12.5" },
      ],
    },
  },
  submit: next,
  taken: (page) => heading(page, "Set the starting price"),
});

tryForm({
  name: "wizard, fees of a split",
  open: async ({ page }) => {
    await openStep(page, "fees", "Choose who earns fees");
    await page.getByRole("radio", { name: "Wallet", exact: true }).check();
    await page.getByRole("radio", { name: /Fee split/ }).check();
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page.getByText("Custom shares").click();
  },
  area: form,
  fields: {
    creator: { at: text("Wallet address"), valid: ADA, wrong: ["", "0x12", `${ADA}1`] },
    first: {
      at: text("Recipient 1: Wallet"),
      valid: ADA,
      wrong: ["", "ada", GRACE],
      pasted: [{ text: ` ${ADA}\n`, shows: ADA }],
    },
    firstShare: {
      at: text("Recipient 1: share in percent"),
      valid: "60",
      wrong: ["", "0", "59", "1e1", "100.5", "lots"],
      pasted: [{ text: "60 %", shows: "60" }],
    },
    second: { at: text("Recipient 2: Wallet"), valid: GRACE, wrong: ["", ADA] },
    secondShare: { at: text("Recipient 2: share in percent"), valid: "40", wrong: ["41"] },
    creatorFirst: { at: text("Paid to creator first"), valid: "10", wrong: ["", "101", "1,000"] },
  },
  submit: next,
  taken: (page) => heading(page, "Set the starting price"),
});

tryForm({
  name: "wizard, fees by a manager",
  open: async ({ page }) => {
    await openStep(page, "fees", "Choose who earns fees");
    await page.getByRole("radio", { name: "No creator", exact: true }).check();
    await page.getByRole("radio", { name: /revenue manager/i }).check();
    // The manager's terms cannot be read: only the form's own rules are tested.
    await page.route("**/rpc/base", (route) => route.abort());
  },
  area: form,
  fields: {
    manager: { at: text("Manager address"), valid: ADA, wrong: ["", "0x12", "ada"] },
  },
  submit: next,
  taken: (page) => heading(page, "Set the starting price"),
  expectedProblem: /ERR_FAILED/,
});

tryForm({
  name: "wizard, price",
  open: ({ page }) => openStep(page, "price", "Set the starting price"),
  area: form,
  fields: {
    marketCap: {
      at: text("Starting market cap"),
      valid: "12500",
      wrong: ["", "1e3", "-4000", "99", "1000000001", "1.5", "12", "lots"],
      huge: "9".repeat(5_000),
      pasted: [
        { text: "$4,000 ", shows: "4000" },
        { text: "4 000", shows: "4000" },
        { text: "4.000,5", shows: "4000.5" },
        { text: "١٢٠٠٠", shows: "12000" },
        { text: "1e3", shows: null },
      ],
    },
    opensAt: {
      at: (page) => page.getByLabel("Opening time"),
      valid: `${new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)}T18:30`,
      wrong: ["2020-01-01T12:00", "9999-12-31T23:59"],
      huge: null,
    },
  },
  submit: next,
  taken: (page) => heading(page, "Review your launch"),
});

tryForm({
  name: "wizard, review",
  open: async ({ page }) => {
    await bringDraft(page);
    await openStep(page, "review", "Review your launch");
  },
  area: form,
  fields: {},
  submit: (page) => page.getByRole("button", { name: /^(Launch token|Checking…|Submitting…)$/ }),
  taken: (page) => expect(page).toHaveURL(/\/launch\/base-sepolia\/.+/),
  once: (request) =>
    request.method() === "POST" &&
    request.url().includes("/launch-memecoin") &&
    !(request.postData() ?? "").includes('"dryRun":true'),
  stays: ["Looked over", "LOOK", "Reviewed before it is sent."],
  empty: "taken",
  skip: {
    wrong: "has no fields",
    huge: "has no fields",
    pasted: "has no fields",
    reload: "has no fields",
  },
});
