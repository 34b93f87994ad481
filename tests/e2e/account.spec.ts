import { randomUUID } from "node:crypto";
import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { formatEther, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { createLatch } from "../setup/create-latch";
import {
  balanceAt,
  followMail,
  launchFor,
  makeFees,
  makeSessionOld,
  newEmail,
  openOutbox,
  readCode,
  signInByMail,
} from "./support/account";
import { seriousViolations } from "./support/axe";
import { changeJson } from "./support/change-json";
import { showFacts } from "./support/show-facts";
import { expect, newCaller, sidewaysOverflow, test } from "./support/test";

const CHAIN = "base";
const ownAnswer = z.looseObject({
  account: z.looseObject({ id: z.string(), identities: z.array(z.unknown()) }),
});
const newAddress = () => privateKeyToAddress(generatePrivateKey());

/** Signs in the creator of a token whose fees two others share: the moderator of the split. */
async function openOwnSplit(page: Page, site: string, creator: { name: string; email: string }) {
  const { name, email } = creator;
  const feeSplitRecipients = [newAddress(), newAddress()];
  const launched = await launchFor(site, "robinhood", {
    name,
    creatorEmail: email,
    feeSplitRecipients,
  });
  await signInByMail(page, email);
  return launched;
}

/** Gives the only managed wallet of the signed-in user test ETH. */
async function fundManagedWallet(page: Page, site: string, chain: ChainSlug) {
  const wallets = page.locator('[data-slot="wallet-list"]');
  const address = await wallets.getByText(/^0x[0-9a-fA-F]{40}$/).textContent();
  const body = { chain, address: address ?? "" };
  const headers = { "x-forwarded-for": newCaller() };
  await call(sandboxFaucet, { body }, { baseUrl: site, headers });
}

/** Answers the first confirmed drop as failed, and, as the service does, every repetition of it. */
async function failFirstDrop(page: Page) {
  const requested = z.looseObject({ confirm: z.boolean().optional(), requestId: z.string() });
  let failed: string | null = null;
  await page.route("**/api/account/manager-drop", async (route) => {
    const { data } = requested.safeParse(route.request().postDataJSON());
    if (data === undefined) return route.continue();
    const { requestId, confirm: _, ...unconfirmed } = data;
    failed ??= requestId;
    if (requestId !== failed) return route.continue();
    const response = await route.fetch({ postData: unconfirmed });
    const preview = z.looseObject({}).parse(await response.json());
    await route.fulfill({ json: { ...preview, state: "failed", error: "Out of gas" } });
  });
}

test("pays out and withdraws an email user's earnings once, across reloads", async ({
  page,
  site,
}) => {
  test.slow();
  const email = newEmail("earner");
  const name = `Earner ${Date.now()}`;
  const { token } = await launchFor(site, CHAIN, { name, creatorEmail: email });
  await makeFees(site, CHAIN, token);

  await page.goto(`/${CHAIN}/${token}`);
  await showFacts(page);
  const earners = page.locator('[data-slot="fee-earners"]');
  await expect(earners.getByText("(unverified)")).toBeVisible();
  await expect(earners.getByLabel("verified")).toHaveCount(0);

  await signInByMail(page, email);
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
  await expect(page.getByLabel(/^Account .*, signed in$/)).toBeVisible();
  const card = page.locator('[data-slot="payout-card"]');
  await expect(card.getByText("0.008 ETH")).toBeVisible();

  // The server gets the request, and the page is closed before the response.
  let answered: Promise<unknown> = Promise.resolve();
  const asked = new Promise<void>((resolve) => {
    void page.route("**/api/account/payout", (route) => {
      answered = route.fetch({ timeout: 60_000 });
      resolve();
    });
  });
  await page.getByRole("button", { name: "Pay out all" }).click();
  await asked;
  await page.reload();
  await answered;
  await expect(card.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: 60_000 });
  const activity = page.locator('[data-slot="account-activity"]');
  await expect(activity.getByText(`Payout from ${name}`)).toHaveCount(1);
  await expect(activity.getByText(/Paid 0x/)).toHaveCount(1);

  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Withdraw" });
  const to = dialog.getByRole("textbox", { name: "To address" });
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  const review = dialog.getByRole("button", { name: "Review" });
  await to.fill("0x52908400098527886E0F7030069857D2E4169eE7");
  await amount.fill("0");
  await review.click();
  await expect(dialog.getByText("has an invalid checksum")).toBeVisible();
  await expect(dialog.getByText("Amount must be greater than 0")).toBeVisible();
  await to.fill(zeroAddress);
  await review.click();
  await expect(dialog.getByText("must not be the zero address")).toBeVisible();
  await to.fill(token);
  await amount.fill("0.001");
  await review.click();
  await expect(dialog.getByText("This is a token contract")).toBeVisible();

  const own = newAddress();
  await to.fill(own);
  // Input survives a reload.
  await page.reload();
  await expect(to).toHaveValue(own);
  await expect(amount).toHaveValue("0.001");
  await review.click();
  const send = dialog.getByRole("button", { name: /^Send/ });
  await send.click();
  await expect(dialog.getByText("Type the last 4 characters")).toBeVisible();
  await dialog.getByRole("textbox", { name: /Last 4 characters/ }).fill(own.slice(-4));
  await send.click();
  await expect(dialog.getByText(/Sending|arrived/)).toBeVisible();
  await page.reload();
  await expect(dialog.getByText("arrived")).toBeVisible({ timeout: 60_000 });
  // A page that is opened long after the confirmation offers it neither as a result nor as input.
  await page.evaluate((age) => {
    const stored = JSON.parse(localStorage.getItem("slipway.withdrawal") ?? "");
    stored.confirmed.at -= age;
    localStorage.setItem("slipway.withdrawal", JSON.stringify(stored));
  }, 11 * 60_000);
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem("slipway.withdrawal") === null);
  await expect(dialog).toBeHidden();
  await expect(activity.getByText(/^Withdrawal to/)).toHaveCount(1);
  expect(formatEther(await balanceAt(site, CHAIN, own))).toBe("0.001");

  await page.goto(`/${CHAIN}/${token}`);
  await showFacts(page);
  await expect(earners.getByLabel("verified")).toBeVisible();
});

test("a burner signs in, adds an email address, and removes itself", async ({ page }) => {
  const email = newEmail("linked");
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  const identities = page.locator('[data-slot="identity-list"]');
  await expect(identities.getByRole("button", { name: /^Remove 0x/ })).toBeDisabled();

  await identities.getByRole("button", { name: "Add method" }).click();
  await identities.getByRole("textbox", { name: "Email address" }).fill(email);
  await identities.getByRole("button", { name: "Email me a code" }).click();
  await followMail(page, email);
  await expect(identities.getByTitle(email)).toBeVisible();
  await expect(identities.getByLabel("verified")).toHaveCount(2);
  await expect(
    page.locator('[data-slot="wallet-list"]').getByText("Managed", { exact: true }),
  ).toBeVisible();

  await identities.getByRole("button", { name: /^Remove 0x/ }).click();
  await identities
    .getByRole("alert")
    .getByRole("button", { name: /^Remove 0x/ })
    .click();
  await expect(identities.getByLabel("verified")).toHaveCount(1);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByLabel(/, signed in$/)).toHaveCount(0);
});

test.describe("a sign-out that fails", () => {
  test.use({ expectedProblem: /ERR_FAILED/ });

  test("leaves the user signed in, says so, and can be repeated", async ({ page }) => {
    await signInByMail(page, newEmail("stays"));
    const inHeader = page.getByLabel(/^Account .*, signed in$/);
    await page.route("**/api/auth/signout", (route) => route.abort());
    const signOut = page.getByRole("button", { name: "Sign out", exact: true });
    await signOut.click();
    await expect(page.getByText("You are still signed in. Try again.")).toBeVisible();
    await expect(inHeader).toBeVisible();
    await page.unrouteAll();
    await signOut.click();
    await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
    await expect(inHeader).toHaveCount(0);
  });
});

test("signing out everywhere ends the session of another browser too", async ({
  page,
  browser,
  site,
}) => {
  const email = newEmail("everywhere");
  await signInByMail(page, email);
  const other = await browser.newPage({ baseURL: site });
  await signInByMail(other, email);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await other.close();
});

test.describe("the code of a sign-in email", () => {
  test.use({ expectedProblem: /status of 401/ });

  test("signs in the requesting browser after a reload; shows and clears errors", async ({
    page,
    context,
  }) => {
    const email = newEmail("coded");
    await page.goto("/account");
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByText("Check your email")).toBeVisible();
    const inbox = await context.newPage();
    await inbox.goto("/account");
    await openOutbox(inbox);
    const code = await readCode(inbox, email);
    await inbox.close();

    await page.reload();
    const field = page.getByRole("textbox", { name: "Code" });
    const submit = page.getByRole("button", { name: "Sign in", exact: true });
    await submit.click();
    await expect(page.getByText("Code must be the six-digit code from the email")).toBeVisible();
    await field.fill("12345");
    await expect(page.getByText("must be the six-digit code")).toHaveCount(0);
    await submit.click();
    await expect(page.getByText("must be the six-digit code")).toBeVisible();
    await field.fill(code === "000000" ? "111111" : "000000");
    await submit.click();
    await expect(page.getByRole("alert").getByText("Incorrect code.")).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    await field.fill("");
    await expect(page.getByRole("alert").getByText("Incorrect code.")).toHaveCount(0);
    // As copied from an email: with spaces around and inside.
    await field.fill(`  ${code.slice(0, 3)} ${code.slice(3)} `);
    await expect(field).toHaveValue(code);
    await submit.dblclick();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  });

  test("is accessible on a phone in both themes", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/account");
    const email = newEmail("a-rather-long-address-of-somebody-on-a-phone");
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const field = page.getByRole("textbox", { name: "Code" });
    await expect(field).toHaveAttribute("inputmode", "numeric");
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
    }
    await page.goto(`/account/confirm?email=${encodeURIComponent(email)}&token=x`);
    await expect(page.getByText(`As ${email}, in this browser.`)).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  });
});

test("a sandbox never asks an external wallet to sign in", async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, {
      walletCalls: calls,
      ethereum: { request: async ({ method }: { method: string }) => calls.push(method) },
    });
  });
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  expect(await page.evaluate("walletCalls")).toEqual([]);
});

test.describe("rejected sign-ins", () => {
  test.use({ expectedProblem: /status of (401|429)/ });

  test("show the next step: a used link, an invalid address, another nonce", async ({
    page,
    browser,
    site,
  }) => {
    const email = newEmail("once");
    await page.goto("/account");
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByText("must be a valid email address")).toBeVisible();
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await openOutbox(page);
    const link = page.locator(`a[href*="${encodeURIComponent(email)}"]`).first();
    const href = (await link.getAttribute("href")) ?? "";
    await link.click();
    await expect(page.getByText(`As ${email}, in this browser.`)).toBeVisible();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();

    const other = await browser.newPage({ baseURL: site });
    await other.goto(href);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(other.getByRole("alert").getByText("Request a new email.")).toBeVisible();
    await other.getByRole("link", { name: "Use another sign-in method" }).click();
    await expect(other.getByRole("textbox", { name: "Email address" })).toBeVisible();
    await other.route("**/api/auth/callback/wallet", (route) => {
      const form = new URLSearchParams(route.request().postData() ?? "");
      form.set("message", (form.get("message") ?? "").replace(/Nonce: ..../, "Nonce: 0000"));
      return route.continue({ postData: form.toString() });
    });
    await other.getByRole("button", { name: /Burner account/ }).click();
    await expect(other.getByText("The signature was not accepted.")).toBeVisible();
    await expect(other.getByText("Sign a new message.")).toBeVisible();
    await other.close();
  });
});

test("a sign-in older than ten minutes is renewed before a withdrawal", async ({ page, site }) => {
  const email = newEmail("late");
  const { token } = await launchFor(site, CHAIN, { name: "Late", creatorEmail: email });
  await makeFees(site, CHAIN, token);
  await signInByMail(page, email);
  await page.getByRole("button", { name: "Pay out all" }).click();
  await expect(page.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: 60_000 });
  // The clock of the computer is wrong, which changes no age of the sign-in.
  await page.clock.install({ time: Date.now() + 11 * 60_000 });
  await page.goto("/status");
  await expect(page.getByText("Up to date").first()).toBeVisible();
  await expect(page.getByText("Indexer stopped")).toHaveCount(0);
  await page.goto("/account");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "To address" })).toBeVisible();
  // The page's time; the service's own rule is tested where its clock is.
  await page.clock.fastForward(11 * 60_000);
  const again = page.getByRole("region", { name: "Sign in again" });
  await expect(again.getByText("Confirm your identity")).toBeVisible();
  await expect(again.getByRole("textbox", { name: "Email address" })).toHaveValue(email);
});

test.describe("a step-up that the service asks for", () => {
  test.use({ expectedProblem: /status of 401|status of 403/ });

  test("a sign-in on the page continues a refused withdrawal and a refused removal", async ({
    page,
    site,
  }) => {
    test.slow();
    const email = newEmail("step-up");
    await page.goto("/account");
    await page.getByRole("button", { name: /Burner account/ }).click();
    const identities = page.locator('[data-slot="identity-list"]');
    await identities.getByRole("button", { name: "Add method" }).click();
    await identities.getByRole("textbox", { name: "Email address" }).fill(email);
    await identities.getByRole("button", { name: "Email me a code" }).click();
    await followMail(page, email);
    const wallets = page.locator('[data-slot="wallet-list"]');
    const managed = wallets.getByRole("listitem").filter({ hasText: "Managed" });
    const wallet = /0x[0-9a-fA-F]{40}/.exec((await managed.textContent()) ?? "")?.[0] ?? "";
    const headers = { "x-forwarded-for": newCaller() };
    await call(
      sandboxFaucet,
      { body: { chain: CHAIN, address: wallet } },
      { baseUrl: site, headers },
    );
    await page.reload();

    await managed.getByRole("button", { name: "Withdraw", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw" });
    const own = newAddress();
    await dialog.getByRole("combobox", { name: "Chain" }).selectOption(CHAIN);
    await dialog.getByRole("textbox", { name: "To address" }).fill(own);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("0.5");
    await makeSessionOld(email);
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: /Burner account/ }).click();
    await expect(dialog.getByRole("textbox", { name: "To address" })).toHaveValue(own);
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("textbox", { name: /Last 4 characters/ }).fill(own.slice(-4));
    await makeSessionOld(email);
    await dialog.getByRole("button", { name: /^Send/ }).click();
    await dialog.getByRole("button", { name: /Burner account/ }).click();
    await expect(dialog.getByText("arrived")).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(formatEther(await balanceAt(site, CHAIN, own))).toBe("0.5");

    await identities.getByRole("button", { name: `Remove ${email}` }).click();
    await makeSessionOld(email);
    const remove = identities.getByRole("alert").getByRole("button", { name: `Remove ${email}` });
    await remove.click();
    await identities.getByRole("button", { name: /Burner account/ }).click();
    await remove.click();
    await expect(identities.getByLabel("verified")).toHaveCount(1);
  });
});

test.describe("an action that is confirmed while offline", () => {
  test.use({ expectedProblem: /Failed to load resource/ });

  test("a withdrawal reports that nothing was sent, and can be canceled", async ({
    page,
    context,
    site,
  }) => {
    await signInByMail(page, newEmail("offline"));
    await fundManagedWallet(page, site, CHAIN);
    await page.reload();
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw" });
    const own = newAddress();
    const confirm = async () => {
      await dialog.getByRole("button", { name: "Review" }).click();
      await dialog.getByRole("textbox", { name: /Last 4 characters/ }).fill(own.slice(-4));
    };
    await dialog.getByRole("combobox", { name: "Chain" }).selectOption(CHAIN);
    await dialog.getByRole("textbox", { name: "To address" }).fill(own);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("0.5");
    await confirm();
    await context.setOffline(true);
    const send = dialog.getByRole("button", { name: /^Send/ });
    await send.click();
    await expect(dialog.getByText("Nothing was sent yet.")).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByRole("textbox", { name: "To address" })).toHaveValue(own);
    let requests = 0;
    await page.route("**/api/account/withdraw", (route) => {
      if ((route.request().postData() ?? "").includes('"confirm":true')) requests += 1;
      return route.continue();
    });
    await context.setOffline(false);
    await confirm();
    expect(requests).toBe(0);
    await context.setOffline(true);
    await send.click();
    await expect(dialog.getByText("Nothing was sent yet.")).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByText("arrived")).toBeVisible({ timeout: 60_000 });
    expect(formatEther(await balanceAt(site, CHAIN, own))).toBe("0.5");
  });

  test("a removal and a payout are refused, and not sent later", async ({
    page,
    context,
    site,
  }) => {
    const email = newEmail("offline-earner");
    const { token } = await launchFor(site, CHAIN, { name: "Offline fees", creatorEmail: email });
    await makeFees(site, CHAIN, token);
    await page.goto("/account");
    await page.getByRole("button", { name: /Burner account/ }).click();
    const identities = page.locator('[data-slot="identity-list"]');
    await identities.getByRole("button", { name: "Add method" }).click();
    await identities.getByRole("textbox", { name: "Email address" }).fill(email);
    await identities.getByRole("button", { name: "Email me a code" }).click();
    await followMail(page, email);
    const payOut = page.getByRole("button", { name: "Pay out all" });
    await expect(payOut).toBeEnabled();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await context.setOffline(true);
    await identities.getByRole("button", { name: `Remove ${email}` }).click();
    const question = identities.getByRole("alert");
    await question.getByRole("button", { name: `Remove ${email}` }).click();
    await expect(question).toContainText("You’re offline. Try again.");
    await question.getByRole("button", { name: "Cancel" }).click();
    await payOut.click();
    await expect(page.getByText("You’re offline. Your earnings are safe.")).toBeVisible();
    await expect(payOut).toBeEnabled();
    // Queries that waited are sent again; a mutation that waited would be as well.
    const refetched = page.waitForResponse("**/api/account/earnings*");
    await context.setOffline(false);
    await refetched;
    await expect(identities.getByRole("listitem")).toHaveCount(2);
    expect(sent.filter((path) => /unlink|payout/.test(path))).toEqual([]);
    await payOut.click();
    await expect(page.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: 60_000 });
    const payments = page.getByRole("status", { name: "Payments" });
    await expect(payments).toContainText("Paid");
    // Another account signs in in another tab.
    await page.route("**/api/account", (route) =>
      changeJson(route, (answer) => {
        const { account, ...rest } = ownAnswer.parse(answer);
        const identities = account.identities.toReversed();
        return { ...rest, account: { ...account, id: randomUUID(), identities } };
      }),
    );
    // The page is shown again. A recent response is not requested again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText("Nothing to pay out yet.")).toBeVisible();
    await expect(payments).toHaveCount(0);
  });

  test("a change of shares is not sent later, and its input is kept", async ({
    page,
    context,
    site,
  }) => {
    const email = newEmail("offline-moderator");
    await openOwnSplit(page, site, { name: "Offline", email });
    await page.getByRole("button", { name: "Change shares" }).click();
    const dialog = page.getByRole("dialog", { name: "Change shares" });
    const first = dialog.getByRole("textbox", { name: "Recipient 1: share in percent" });
    const save = dialog.getByRole("button", { name: "Save shares" });
    await first.fill("30");
    await dialog.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("70");
    await context.setOffline(true);
    await save.click();
    await expect(dialog.getByRole("alert")).toContainText("You’re offline. Nothing was sent.");
    await expect(save).toBeEnabled();
    await context.setOffline(false);
    await page.reload();
    await expect(first).toHaveValue("30");
    await save.click();
    await expect(dialog.getByText("Shares updated")).toBeVisible({ timeout: 60_000 });
  });
});

test("a method is added to the account although a sign-in with it is pending", async ({ page }) => {
  const email = newEmail("pending");
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  const identities = page.locator('[data-slot="identity-list"]');
  await identities.getByRole("button", { name: "Add method" }).click();
  await identities.getByRole("textbox", { name: "Email address" }).fill(email);
  await identities.getByRole("button", { name: "Email me a code" }).click();
  await followMail(page, email);
  await expect(identities.getByTitle(email)).toBeVisible();
  await expect(identities.getByLabel("verified")).toHaveCount(2);
});

test("signing out removes what the browser stored for the user", async ({ page }) => {
  const linked = newEmail("never-linked");
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  const identities = page.locator('[data-slot="identity-list"]');
  await identities.getByRole("button", { name: "Add method" }).click();
  await identities.getByRole("textbox", { name: "Email address" }).fill(linked);
  await identities.getByRole("button", { name: "Email me a code" }).click();
  await expect(identities.getByText("Check your email")).toBeVisible();
  await page.evaluate(() => {
    for (const name of ["shares", "drop-token", "farcaster"])
      localStorage.setItem(`slipway.${name}`, "{}");
  });
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Email address" })).toBeVisible();
  const stored = ["mail", "farcaster", "shares", "drop-token"].map((name) =>
    page.evaluate((key) => localStorage.getItem(key), `slipway.${name}`),
  );
  expect(await Promise.all(stored)).toEqual([null, null, null, null]);
});

test("the moderator changes the shares of a split with a managed wallet, without gas", async ({
  page,
  site,
}) => {
  const email = newEmail("moderator");
  const added = newAddress();
  const { manager } = await openOwnSplit(page, site, { name: "Shared", email });
  await page.getByRole("button", { name: "Change shares" }).click();
  const dialog = page.getByRole("dialog", { name: "Change shares" });
  await expect(dialog.getByText("Total: 100%")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Recipient 1: share in percent" }).fill("40");
  await expect(dialog.getByText("10% unassigned")).toBeVisible();
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByRole("alert").first()).toContainText(
    "Shares must add up to 100%: 10% is unassigned.",
  );
  await dialog.getByRole("button", { name: "Add recipient" }).click();
  await dialog.getByRole("textbox", { name: "Recipient 3: Wallet" }).fill(added);
  await dialog.getByRole("textbox", { name: "Recipient 3: share in percent" }).fill("10");
  const closed = createLatch();
  await page.route("**/api/account/manager-shares", async (route) => {
    await closed.opened;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByRole("button", { name: "Saving on chain…" })).toBeDisabled();
  await page.keyboard.press("Escape");
  closed.open();
  await expect(page.getByText("Shares updated")).toBeVisible({ timeout: 60_000 });
  // The dialog read the shares before it was closed: it reads them again.
  await page.getByRole("button", { name: "Change shares" }).click();
  await expect(dialog.getByRole("textbox", { name: "Recipient 1: share in percent" })).toHaveValue(
    "40",
  );
  await expect(dialog.getByRole("textbox", { name: "Recipient 3: Wallet" })).toHaveValue(added);
  await page.keyboard.press("Escape");

  await page.goto(`/managers?chain=robinhood&address=${manager}`);
  await expect(page.getByRole("row").filter({ hasText: added.slice(0, 6) })).toContainText("10%");
});

test("changed shares stay through a new sign-in, which only Save asks for", async ({
  page,
  site,
}) => {
  const email = newEmail("slow-moderator");
  await openOwnSplit(page, site, { name: "Slow", email });
  await page.clock.install({ time: Date.now() });
  await page.reload();
  const change = page.getByRole("button", { name: "Change shares" });
  const dialog = page.getByRole("dialog", { name: "Change shares" });
  const first = dialog.getByRole("textbox", { name: "Recipient 1: share in percent" });
  await change.click();
  await expect(first).toHaveValue("50");
  // Nothing was changed, so there is nothing to return to.
  await page.reload();
  await expect(change).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await change.click();
  await first.fill("30");
  await page.clock.fastForward(11 * 60_000);
  await dialog.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("70");
  await expect(dialog.getByText("Total: 100%")).toBeVisible();
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByText("Your input is saved.")).toBeVisible();
  // A sign-in by X or the link of an email loads the page again.
  await page.reload();
  await expect(first).toHaveValue("30");
  // Closing discards the changes.
  await page.keyboard.press("Escape");
  await change.click();
  await expect(first).toHaveValue("50");
  await page.keyboard.press("Escape");
  // Choosing a token needs no new sign-in either, and the choice stays.
  await page.clock.fastForward(11 * 60_000);
  const drop = page.getByRole("dialog", { name: "Drop a token" });
  await page.getByRole("button", { name: "Drop a token" }).click();
  await drop.getByRole("button", { name: "Review" }).click();
  await expect(drop.getByText("Confirm your identity")).toBeVisible();
  await expect(drop.getByText("Your input is saved.")).toBeVisible();
  await page.reload();
  await expect(drop.getByRole("combobox", { name: "Token" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(change).toBeVisible();
  await expect(drop).toHaveCount(0);
});

test("a reload during a change of shares does not offer to save it again", async ({
  page,
  site,
}) => {
  const email = newEmail("reloads");
  await openOwnSplit(page, site, { name: "Reloaded", email });
  const change = page.getByRole("button", { name: "Change shares" });
  const dialog = page.getByRole("dialog", { name: "Change shares" });
  await change.click();
  await dialog.getByRole("textbox", { name: "Recipient 1: share in percent" }).fill("30");
  await dialog.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("70");
  await page.route("**/api/account/manager-shares", () => {});
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByRole("button", { name: "Saving on chain…" })).toBeDisabled();
  await page.reload();
  await expect(change).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test.describe("a step-up that the service asks a moderator for", () => {
  test.use({ expectedProblem: /status of 401|status of 403/ });

  test("a sign-in in the dialog continues a refused change and a refused drop", async ({
    page,
    site,
  }) => {
    test.slow();
    await page.goto("/account");
    await page.getByRole("button", { name: /Burner account/ }).click();
    const wallets = page.locator('[data-slot="wallet-list"]');
    const address = (await wallets.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? "";
    const { token } = await launchFor(site, "robinhood", {
      name: "Refused",
      creatorAddress: address,
      feeSplitRecipients: [newAddress(), newAddress()],
    });
    await page.reload();
    await page.getByRole("button", { name: "Change shares" }).click();
    const shares = page.getByRole("dialog", { name: "Change shares" });
    const first = shares.getByRole("textbox", { name: "Recipient 1: share in percent" });
    await first.fill("30");
    await shares.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("70");
    await makeSessionOld(address);
    await shares.getByRole("button", { name: "Save shares" }).click();
    await expect(shares.getByText("Confirm your identity")).toBeVisible();
    // The input also survives a sign-in that loads the page again.
    await page.reload();
    await expect(first).toHaveValue("30");
    await shares.getByRole("button", { name: "Save shares" }).click();
    await shares.getByRole("button", { name: /Burner account/ }).click();
    await expect(first).toHaveValue("30");
    await expect(shares.getByRole("alert")).toHaveCount(0);
    await expect(shares.getByRole("button", { name: "Save shares" })).toBeEnabled();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Drop a token" }).click();
    const drop = page.getByRole("dialog", { name: "Drop a token" });
    await expect(drop.getByRole("combobox", { name: "Token" })).toHaveValue(token);
    await makeSessionOld(address);
    await drop.getByRole("button", { name: "Review" }).click();
    await drop.getByRole("button", { name: /Burner account/ }).click();
    await expect(drop.getByRole("combobox", { name: "Token" })).toHaveValue(token);
    await expect(drop.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("a moderator without ETH", () => {
  test.use({ expectedProblem: /manager-drop/ });

  test("drops a token from a split with a managed wallet, which pays the gas", async ({
    page,
    site,
  }) => {
    const email = newEmail("dropper");
    const { token, manager } = await openOwnSplit(page, site, { name: "Dropped", email });
    await page.getByRole("button", { name: "Drop a token" }).click();
    const dialog = page.getByRole("dialog", { name: "Drop a token" });
    await expect(dialog.getByRole("combobox", { name: "Token" })).toHaveValue(token);
    await dialog.getByRole("button", { name: "Review" }).click();
    await expect(dialog.getByRole("alert")).toContainText("has 0 ETH");
    await page.keyboard.press("Escape");
    await fundManagedWallet(page, site, "robinhood");
    await page.clock.install({ time: Date.now() });
    await page.reload();
    await page.getByRole("button", { name: "Drop a token" }).click();
    await dialog.getByRole("button", { name: "Review" }).click();
    await expect(dialog.getByText("You cannot undo this.")).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    // The service returns the stored failure to every repetition of a failed request.
    await failFirstDrop(page);
    await dialog.getByRole("button", { name: "Drop token" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Out of gas.");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByRole("combobox", { name: "Token" })).toHaveValue(token);
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: "Drop token" }).click();
    await expect(dialog.getByText("Token dropped")).toBeVisible({ timeout: 60_000 });
    // The result stays although the sign-in is no longer recent.
    await page.clock.fastForward(11 * 60_000);
    await expect(dialog.getByText("Token dropped")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Drop a token" }).click();
    await expect(dialog.getByText("This split has no tokens.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(`Token dropped from ${manager?.slice(0, 6)}`)).toBeVisible();
  });
});

test("the account page is accessible at 360 px in both themes", async ({ page, site }) => {
  const email = newEmail("narrow-person-with-a-long-address");
  const { token } = await launchFor(site, CHAIN, {
    name: "A token with a rather long name to be cut",
    creatorEmail: email,
  });
  await makeFees(site, CHAIN, token);
  await page.setViewportSize({ width: 360, height: 780 });
  await signInByMail(page, email);
  await page.getByRole("button", { name: "Pay out all" }).click();
  await expect(page.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: 60_000 });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Withdraw" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});
