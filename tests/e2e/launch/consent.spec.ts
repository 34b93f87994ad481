import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { type Address, getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createFeeSplitManager } from "@/lib/features/managers/operations";
import { seriousViolations } from "../support/axe";
import { bringDraft } from "../support/draft";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";
import { bringBurner } from "../support/trader";

/** Launches into a dynamic split, which requires its moderator's consent for each token. */

/** New fee splits are dynamic on this chain. */
const CHAIN = "robinhood";

function newAccount() {
  const privateKey = generatePrivateKey();
  return { privateKey, address: privateKeyToAccount(privateKey).address };
}

async function createSplit(site: string, ownerAddress: Address): Promise<Address> {
  const body = { recipients: [newAccount().address], ownerAddress };
  const caller = { baseUrl: site, headers: { "x-forwarded-for": newCaller() } };
  const answer = await call(createFeeSplitManager, { params: { chain: CHAIN }, body }, caller);
  return getAddress(answer.managerAddress);
}

/** Opens the last step of a draft that uses a manager. */
async function review(page: Page, managerAddress: Address): Promise<string> {
  const name = await bringDraft(page, {
    chain: CHAIN,
    treasury: "fee_split_manager",
    managerAddress,
  });
  await page.goto("/launch#review");
  await expect(page.getByText("The manager’s moderator must agree")).toBeVisible();
  return name;
}

// The dry run is rejected until the moderator has signed.
test.use({ expectedProblem: /status of 400 .*launch-memecoin/ });

const launchButton = (page: Page) => page.getByRole("button", { name: "Launch token" });

test("the moderator signs in the wizard and launches", async ({ page, site }) => {
  const moderator = newAccount();
  await bringBurner(page, moderator);
  await review(page, await createSplit(site, moderator.address));
  await expect(launchButton(page)).toBeDisabled();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByRole("button", { name: "Sign consent" }).dblclick();
  await expect(page.getByText("The moderator has signed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The moderator has signed")).toBeVisible();
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
});

test("a consent for another manager is not sent", async ({ page, site }) => {
  const moderator = newAccount();
  await bringBurner(page, moderator);
  await review(page, await createSplit(site, moderator.address));
  await page.getByRole("button", { name: "Sign consent" }).click();
  await expect(page.getByText("The moderator has signed")).toBeVisible();
  const other = await createSplit(site, moderator.address);
  await page.goto("/launch#fees");
  await page.getByRole("textbox", { name: "Manager address" }).fill(other);
  await page.goto("/launch#review");
  await expect(page.getByText("The manager’s moderator must agree")).toBeVisible();
});

test("somebody else learns who can consent", async ({ page, site }) => {
  const moderator = newAccount();
  await bringBurner(page, newAccount());
  await review(page, await createSplit(site, moderator.address));
  const short = `${moderator.address.slice(0, 6)}…${moderator.address.slice(-4)}`;
  await expect(page.getByText(`Only ${short} can add tokens`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign consent" })).toHaveCount(0);
  await expect(launchButton(page)).toBeDisabled();
});

for (const address of ["", "0x12"]) {
  test(`the review of the manager address "${address}" names what is wrong`, async ({ page }) => {
    await bringDraft(page, {
      chain: CHAIN,
      treasury: "fee_split_manager",
      managerAddress: address,
    });
    await page.goto("/launch#review");
    await expect(page.getByText("Fix these before you launch")).toBeVisible();
    await page.getByRole("button", { name: "Go to Fees" }).first().click();
    await expect(page.getByRole("textbox", { name: "Manager address" })).toBeVisible();
  });
}
