import { call } from "@slipway-launchpad/client";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { getReferrals } from "@/lib/features/fees/operations";
import { createFeeSplitManager } from "@/lib/features/managers/operations";
import { seriousViolations } from "../support/axe";
import { bringDraft, openStep } from "../support/draft";
import { launchToken } from "../support/launch-token";
import { expect, sidewaysOverflow, test } from "../support/test";
import { bringBurner, newTrader } from "../support/trader";

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

test("shows the current buy fee, its end and where it goes, and includes it in the quote", async ({
  page,
  site,
}) => {
  const address = await launchToken(site, "base-sepolia", {
    name: "Guarded",
    launchProtection: true,
  });
  await page.clock.install();
  await page.goto(`/base-sepolia/${address}`);
  const card = page.getByRole("region", { name: "Launch protection" });
  await expect(card.getByText("Buy fee now").locator("..")).toContainText(/\d+(\.\d+)?%/);
  await expect(card.getByRole("timer")).toHaveText(/^in \d minutes?( \d+ seconds?)?$/);
  await expect(card.getByText(/goes only to this token’s bid wall\. Sales pay 1%/)).toBeVisible();
  const panel = page.getByRole("region", { name: "Trade", exact: true });
  await expect(panel.getByText(/^\d+(\.\d+)?% fee, falls to 1% in \d+ minutes?/)).toBeVisible();
  await panel.getByLabel("You pay").fill("0.1");
  await expect(panel.getByText(/^Fee \(([2-9]|\d\d)(\.\d+)?%\)$/)).toBeVisible();
  await expect(panel.getByText("Included: launch protection")).toBeVisible();
  for (const [colorScheme, width] of [
    ["dark", 320],
    ["light", 1_280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysOverflow(page), `${colorScheme} at ${width}`).toBe(0);
    expect(await seriousViolations(page), `${colorScheme} at ${width}`).toEqual([]);
  }
  await page.clock.fastForward(600_000);
  await expect(card.getByText("It has ended: purchases pay 1%, like sales.")).toBeVisible();
});

test("says before the opening what the first purchases will cost", async ({ page, site }) => {
  const address = await launchToken(site, "base-sepolia", {
    name: "Guarded later",
    startTime: Math.floor(Date.now() / 1_000) + 3_600,
    launchProtection: true,
  });
  await page.clock.install();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/base-sepolia/${address}`);
  const trade = page.getByRole("region", { name: "Trade", exact: true });
  await expect(trade.getByText(/Trading opens in (59 minutes|1 hour)/)).toBeVisible();
  await expect(
    trade.getByText(/the first purchases pay a fee of 50%, which falls to 1% within 10 minutes/),
  ).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.clock.fastForward(3_600_000);
  const card = page.getByRole("region", { name: "Launch protection" });
  await expect(card.getByText("Buy fee now").locator("..")).toContainText(/(50|4\d(\.\d+)?)%/);
  await expect(trade.getByRole("tab", { name: "Buy" })).toBeVisible();
});

test("names the referrer of a link to the trade, keeps it in the session, and shares the own link", async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = await launchToken(site, "base-sepolia", { name: "Referred", referralShare: 20 });
  const trader = await newTrader(site);
  await bringBurner(page, trader);
  const privateKey = generatePrivateKey();
  const referrer = privateKeyToAddress(privateKey);
  await page.goto(`/base-sepolia/${address}?ref=${referrer.toLowerCase()}x`);
  const panel = page.getByRole("region", { name: "Trade", exact: true });
  const disclosed = panel.getByText(/Part of the creator’s fee goes to 0x/);
  await expect(panel.getByText(/earn up to 20% of the fee on its trades/)).toBeVisible();
  await expect(disclosed).toHaveCount(0);
  await panel.getByRole("button", { name: "Copy referral link" }).click();
  await expect(panel.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${site}/base-sepolia/${address}?ref=${trader.address}`);

  // A manager cannot be paid referral fees: the trade has no referrer, and succeeds.
  const body = { recipients: [referrer], ownerAddress: referrer };
  const made = { params: { chain: "base-sepolia" }, body } as const;
  const { managerAddress } = await call(createFeeSplitManager, made, { baseUrl: site });
  await page.goto(`/base-sepolia/${address}?ref=${managerAddress}`);
  await panel.getByLabel("You pay").fill("0.1");
  await panel.getByRole("button", { name: "Buy LIGHT" }).click();
  await expect(panel.getByText(/You bought|Bought/)).toBeVisible();
  await expect(disclosed).toHaveCount(0);
  const ofManager = { params: { chain: "base-sepolia", address: managerAddress } } as const;
  const lost = await call(getReferrals, ofManager, { baseUrl: site });
  expect(lost).toMatchObject({ earned: "0" });

  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/base-sepolia/${address}?ref=${referrer.toLowerCase()}`);
  await expect(disclosed).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto(`/base-sepolia/${address}`);
  await expect(disclosed).toBeVisible();
  await panel.getByLabel("You pay").fill("0.1");
  await panel.getByRole("button", { name: "Buy LIGHT" }).click();
  await expect(panel.getByText(/You bought|Bought/)).toBeVisible();
  const params = { chain: "base-sepolia", address: referrer.toLowerCase() } as const;
  const earned = await call(getReferrals, { params }, { baseUrl: site });
  expect(earned).toMatchObject({ earned: "0.0002", claimed: "0", claimable: "0.0002" });

  // The referrer finds it on the account page, with the button that pays it out.
  await page.evaluate((burner) => localStorage.setItem("slipway.burner", JSON.stringify(burner)), {
    address: referrer,
    privateKey,
  });
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  const row = page.locator('[data-slot="earnings-table"]').getByRole("row", { name: /Referrals/ });
  await expect(row).toContainText("0.0002 ETH");
  await expect(page.getByRole("button", { name: "Pay out all" })).toBeEnabled();
});
