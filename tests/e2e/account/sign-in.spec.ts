import { formatEther } from "viem";
import { newAddress } from "../../setup/chain/new-address";
import {
  addEmail,
  balanceAt,
  fundManagedWallet,
  launchFor,
  makeFees,
  makeSessionOld,
  newEmail,
  openOutbox,
  readCode,
  requestLink,
  signInByBurner,
  signInByMail,
} from "../support/account";
import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";

const CHAIN = "base";

test("a burner signs in, adds an email address, and removes itself", async ({ page }) => {
  const email = newEmail("linked");
  await signInByBurner(page);
  const identities = page.locator('[data-slot="identity-list"]');
  await expect(identities.getByRole("button", { name: /^Remove 0x/ })).toBeDisabled();

  await addEmail(page, email);
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
    await requestLink(page, email);
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
    await requestLink(page, email);
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
  await signInByBurner(page);
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
    await requestLink(page, email);
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
    await signInByBurner(page);
    const identities = page.locator('[data-slot="identity-list"]');
    await addEmail(page, email);
    const wallets = page.locator('[data-slot="wallet-list"]');
    const managed = wallets.getByRole("listitem").filter({ hasText: "Managed" });
    await fundManagedWallet(page, site, CHAIN);
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

test("a method is added to the account although a sign-in with it is pending", async ({ page }) => {
  const email = newEmail("pending");
  await page.goto("/account");
  await requestLink(page, email);
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  const identities = page.locator('[data-slot="identity-list"]');
  await addEmail(page, email);
  await expect(identities.getByLabel("verified")).toHaveCount(2);
});

test("signing out removes what the browser stored for the user", async ({ page }) => {
  const linked = newEmail("never-linked");
  await signInByBurner(page);
  const identities = page.locator('[data-slot="identity-list"]');
  await identities.getByRole("button", { name: "Add method" }).click();
  await requestLink(identities, linked);
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
