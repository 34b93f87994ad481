import { bringDraft, openStep } from "../support/draft";
import { expect, sidewaysOverflow, test } from "../support/test";

test("offers launch protection and a referral share, and keeps both on reload", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await bringDraft(page);
  await openStep(page, "fees", "Choose who earns fees");
  const share = page.getByLabel("Referral share");
  await share.fill("21");
  await page.getByLabel("Launch protection").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Referral share must be between 0% and 20%")).toBeVisible();
  await expect(share).toBeFocused();
  await share.fill("15 %");
  await page.getByRole("button", { name: "Continue" }).click();
  await openStep(page, "fees", "Choose who earns fees");
  await expect(share).toHaveValue("15");
  await expect(page.getByLabel("Launch protection")).toBeChecked();
  expect(await sidewaysOverflow(page)).toBe(0);
  await openStep(page, "review", "Review your launch");
  const summary = page.locator("form");
  await expect(summary.getByText("15% of the trading fee to referrers")).toBeVisible();
  await expect(summary.getByText("Launch protection: a higher fee")).toBeVisible();
  // The dry run with both options returns the address of the token.
  await expect(page.getByLabel("Token address")).toContainText(/0x[0-9a-fA-F]{40}/);
});
