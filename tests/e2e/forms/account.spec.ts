import { call } from "@slipway-launchpad/client";
import type { BrowserContext, Page, Request } from "playwright/test";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { createLatch } from "../../setup/create-latch";
import { launchFor, makeFees, newEmail, signInByMail } from "../support/account";
import type { FormContext, FormUnderTest } from "../support/forms/form-under-test";
import { tryForm } from "../support/forms/try-form";
import { expect, newCaller, test } from "../support/test";

/** The forms of a signed-in user, used in any way. */

const CHAIN = "base";
/** An address whose letter case does not fit its checksum. */
const TYPO = "0x52908400098527886E0F7030069857D2E4169eE7";
const ZERO = "0x0000000000000000000000000000000000000000";
const OWN = "0x1111111111111111111111111111111111111111";
const ADDED = "0x2222222222222222222222222222222222222222";
const DONE_MS = 60_000;

/** One user for each worker: with fees, ether in the managed wallet, and a split to moderate. */
let cookies: Awaited<ReturnType<BrowserContext["cookies"]>> = [];
let token = "";
let wallet = "";
test.beforeAll(async ({ baseURL, browser }) => {
  test.setTimeout(90_000);
  const site = baseURL ?? "";
  const email = newEmail(`forms-${Math.random().toString(36).slice(2, 8)}`);
  const headers = { "x-forwarded-for": newCaller() };
  const launched = await Promise.all([
    launchFor(site, CHAIN, { name: "Earns in any way", creatorEmail: email }),
    launchFor(site, "robinhood", {
      name: "Shared in any way",
      creatorEmail: email,
      feeSplitRecipients: [OWN, ADDED],
    }),
  ]);
  token = launched[0].token;
  const page = await browser.newPage({ baseURL: site, extraHTTPHeaders: headers });
  await signInByMail(page, email);
  const address = page.locator('[data-slot="wallet-list"]').getByText(/^0x[0-9a-fA-F]{40}$/);
  wallet = (await address.textContent()) ?? "";
  cookies = await page.context().cookies();
  await page.close();
  await call(
    sandboxFaucet,
    { body: { chain: CHAIN, address: wallet } },
    { baseUrl: site, headers },
  );
});

async function openAccount(page: Page): Promise<void> {
  await page.context().addCookies(cookies);
  await page.goto("/account");
}

const posts = (path: string) => (request: Request) =>
  request.method() === "POST" && request.url().endsWith(path);

const NO_FIELDS: FormUnderTest["skip"] = {
  empty: "has no fields",
  wrong: "has no fields",
  huge: "has no fields",
  pasted: "has no fields",
  back: "has no fields",
  reload: "has no fields; account/earnings.spec.ts reloads in the middle of a payout",
};

tryForm({
  name: "payout",
  open: async ({ page, site }) => {
    await makeFees(site, CHAIN, token, "0.5");
    await openAccount(page);
    await expect(page.getByRole("button", { name: "Pay out all" })).toBeEnabled();
  },
  area: (page) => page.locator("[data-slot=payout-card]"),
  fields: {},
  submit: (page) => page.getByRole("button", { name: /^(Pay out all|Paying out…)$/ }),
  taken: (page) =>
    expect(page.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: DONE_MS }),
  once: posts("/api/account/payout"),
  empty: "taken",
  skip: NO_FIELDS,
});

const withdrawal = (page: Page) => page.getByRole("dialog", { name: "Withdraw" });
const inWithdrawal = (name: string | RegExp) => (page: Page) =>
  withdrawal(page).getByRole("textbox", { name });
const lastCharacters = inWithdrawal(/^Last 4 characters/);

async function openWithdrawal({ page }: FormContext): Promise<void> {
  await openAccount(page);
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
}

tryForm({
  name: "withdrawal",
  open: openWithdrawal,
  area: withdrawal,
  fields: {
    to: {
      at: inWithdrawal("To address"),
      valid: OWN,
      wrong: ["", "0x12", `${OWN}1`, ZERO, TYPO],
      pasted: [{ text: ` ${OWN}\n`, shows: OWN }],
    },
    amount: {
      at: inWithdrawal("Amount"),
      valid: "0.001",
      wrong: ["", "0", "-1", "1e3", "lots", "1000000"],
      huge: "9".repeat(5_000),
      pasted: [{ text: " 0.001 ETH\n", shows: "0.001" }],
    },
  },
  submit: (page) => withdrawal(page).getByRole("button", { name: /^(Review|Checking…)$/ }),
  taken: (page) => expect(lastCharacters(page)).toBeVisible({ timeout: DONE_MS }),
  expectedProblem: /status of 4\d\d/,
});

test("a withdrawal that is changed while it is checked is checked again", async ({
  page,
  site,
}) => {
  await openWithdrawal({ page, site });
  const answer = createLatch();
  await page.route("**/api/account/withdraw", async (route) => {
    await answer.opened;
    await route.continue();
  });
  await inWithdrawal("To address")(page).fill(OWN);
  await inWithdrawal("Amount")(page).fill("0.0001");
  const review = withdrawal(page).getByRole("button", { name: "Review" });
  await review.click();
  await expect(withdrawal(page).getByText("Checking…")).toBeVisible();
  await withdrawal(page).getByRole("button", { name: "Max" }).click();
  const answered = page.waitForResponse("**/api/account/withdraw");
  answer.open();
  await (await answered).finished();
  await review.click();
  await expect(withdrawal(page).getByText("Full balance minus gas.")).toBeVisible();
  await expect(withdrawal(page).getByRole("button", { name: "Send everything" })).toBeVisible();
  await expect(withdrawal(page).getByText("0.0001 ETH")).toHaveCount(0);
});

test("a double click on the confirmation leaves the withdrawal's progress open", async ({
  page,
  site,
}) => {
  await openWithdrawal({ page, site });
  await inWithdrawal("To address")(page).fill(OWN);
  await inWithdrawal("Amount")(page).fill("0.0001");
  await withdrawal(page).getByRole("button", { name: "Review" }).click();
  await lastCharacters(page).fill("1111");
  // The second click lands beside the smaller dialog that shows the progress.
  await withdrawal(page).getByRole("button", { name: /^Send/ }).dblclick();
  await expect(withdrawal(page).getByText("arrived")).toBeVisible({ timeout: DONE_MS });
});

test.describe("a session that ends while a withdrawal is sent", () => {
  test.use({ expectedProblem: /status of 401/ });

  test("shows a sign-in, and does not say that the withdrawal was not sent", async ({
    page,
    site,
  }) => {
    await openWithdrawal({ page, site });
    await inWithdrawal("To address")(page).fill(OWN);
    await inWithdrawal("Amount")(page).fill("0.0001");
    await withdrawal(page).getByRole("button", { name: "Review" }).click();
    let count = 0;
    await page.route("**/api/account/withdraw", async (route) => {
      count += 1;
      if (count > 1) {
        const title = "Not signed in";
        const json = { type: "about:blank", title, status: 401, code: "not_signed_in" };
        return route.fulfill({ status: 401, json });
      }
      const response = await route.fetch({ timeout: DONE_MS });
      const answer = { ...(await response.json()), state: "pending" };
      return route.fulfill({ response, json: answer });
    });
    await lastCharacters(page).fill("1111");
    await withdrawal(page).getByRole("button", { name: /^Send/ }).click();
    await expect(withdrawal(page).getByText("The withdrawal may already be sent.")).toBeVisible();
    await expect(withdrawal(page).getByText("Confirm your identity")).toBeVisible();
    await expect(withdrawal(page).getByRole("button", { name: "Back" })).toHaveCount(0);
    expect(count).toBe(2);
    await page.unrouteAll();
    await page.reload();
    await expect(withdrawal(page).getByText("arrived")).toBeVisible({ timeout: DONE_MS });
  });
});

tryForm({
  name: "withdrawal, confirmation",
  open: async (context) => {
    const { page } = context;
    await openWithdrawal(context);
    await inWithdrawal("To address")(page).fill(OWN);
    await inWithdrawal("Amount")(page).fill("0.0001");
    await withdrawal(page).getByRole("button", { name: "Review" }).click();
  },
  area: withdrawal,
  fields: {
    last: {
      at: lastCharacters,
      valid: "1111",
      wrong: ["", "0000", "111", "zzzz"],
      pasted: [{ text: "0x52908400098527886E0F7030069857D2E4169EE7", shows: null }],
    },
  },
  submit: (page) => withdrawal(page).getByRole("button", { name: /^Send/ }),
  taken: (page) => expect(withdrawal(page).getByText("arrived")).toBeVisible({ timeout: DONE_MS }),
  once: (request) =>
    posts("/api/account/withdraw")(request) &&
    (request.postData() ?? "").includes('"confirm":true'),
  skip: {
    back: "a new confirmation is required",
    reload: "a new confirmation is required; account/earnings.spec.ts reloads while it is sent",
  },
});

const shares = (page: Page) => page.getByRole("dialog", { name: "Change shares" });
const inShares = (name: string) => (page: Page) =>
  shares(page).getByRole("textbox", { name, exact: true });

tryForm({
  name: "change shares",
  open: async ({ page }) => {
    await openAccount(page);
    await page.getByRole("button", { name: "Change shares" }).click();
    await expect(inShares("Recipient 2: Wallet")(page)).toBeVisible();
  },
  area: shares,
  fields: {
    first: { at: inShares("Recipient 1: Wallet"), valid: OWN, wrong: ["", "ada", ADDED, TYPO] },
    firstShare: {
      at: inShares("Recipient 1: share in percent"),
      valid: "70",
      wrong: ["", "0", "59", "1e1", "lots"],
      pasted: [{ text: "70 %", shows: "70" }],
    },
    second: { at: inShares("Recipient 2: Wallet"), valid: ADDED },
    secondShare: { at: inShares("Recipient 2: share in percent"), valid: "30" },
  },
  submit: (page) => shares(page).getByRole("button", { name: /^(Save shares|Saving)/ }),
  taken: (page) =>
    expect(shares(page).getByText("Shares updated")).toBeVisible({ timeout: DONE_MS }),
  once: posts("/api/account/manager-shares"),
  skip: {
    huge: "the same fields as in the wizard, which tries them",
    back: "the dialog starts with the shares on chain",
    reload: "the dialog starts with the shares on chain",
  },
});
