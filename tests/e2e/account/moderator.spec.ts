import type { Page } from "playwright/test";
import { z } from "zod";
import { newAddress } from "../../setup/chain/new-address";
import { createLatch } from "../../setup/create-latch";
import {
  fundManagedWallet,
  launchFor,
  makeSessionOld,
  newEmail,
  openOwnSplit,
  signInByBurner,
} from "../support/account";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/test";

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
    await signInByBurner(page);
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
