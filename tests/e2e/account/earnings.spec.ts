import { formatEther, zeroAddress } from "viem";
import { newAddress } from "../../setup/chain/new-address";
import { balanceAt, launchFor, makeFees, newEmail, signInByMail } from "../support/account";
import { seriousViolations } from "../support/axe";
import { showFacts } from "../support/show-facts";
import { expect, sidewaysOverflow, test } from "../support/test";

const CHAIN = "base";

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
