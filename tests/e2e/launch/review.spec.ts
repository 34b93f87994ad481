import { call } from "@slipway-launchpad/client";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { newEmail, signInByMail } from "../support/account";
import { seriousViolations } from "../support/axe";
import { bringDraft, openStep } from "../support/draft";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";
import { bringBurner } from "../support/trader";

/** The review before a launch, and the steps after the click. */

const ADA = "0x1111111111111111111111111111111111111111";

test("the review shows all permanent settings, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = await bringDraft(page, {
    symbol: "$full",
    description: "First line.\nSecond line.",
    websiteUrl: "example.com",
    twitterUrl: "@ada",
    creator: { type: "email", id: "grace@example.com" },
    treasury: "fee_split",
    splitMode: "custom",
    creatorFirstPercent: "10",
    feeSharePercent: "70",
    recipients: [
      { type: "wallet", id: ADA, share: "66.66667" },
      { type: "twitter", id: "@linus", share: "33.33333" },
    ],
  });
  await openStep(page, "review", "Review your launch");
  const facts = page.locator("form");
  for (const text of [
    name,
    "FULL",
    "First line.\nSecond line.",
    "https://example.com",
    "https://x.com/ada",
    "look.png",
    "grace@example.com",
    "70% of trading fees to the creator share, 30% to buybacks",
    "10% to the creator first",
    ADA,
    "66.66667%",
    "@linus",
    "33.33333%",
    "$4,000",
  ]) {
    await expect(facts.getByText(text, { exact: false }).first()).toBeVisible();
  }
  const picture = facts.locator("[data-slot=media-picture]");
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toBeInViewport();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
});

test("a launch without a creator shows who earns instead", async ({ page }) => {
  await bringDraft(page, { creator: { type: "none", id: "" } });
  await openStep(page, "review", "Review your launch");
  const words = "The launchpad operator permanently earns the creator’s fees";
  await expect(page.locator("form").getByText(words)).toBeVisible();
  await openStep(page, "fees", "Choose who earns fees");
  await expect(page.locator("form").getByText(words)).toBeVisible();
  await expect(page.locator("[data-slot=fee-flow]")).toContainText("Launchpad operator");
});

test("offers the signed-in user as creator", async ({ page }) => {
  const email = newEmail("creator");
  await signInByMail(page, email);
  await openStep(page, "fees", "Choose who earns fees");
  await page.getByRole("button", { name: `Use ${email}` }).click();
  await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue(email);
  await expect(page.getByRole("button", { name: `Use ${email}` })).toHaveCount(0);
});

test("a reload during submission launches once", async ({ page }) => {
  await bringDraft(page);
  const keys: (string | undefined)[] = [];
  let isFirst = true;
  await page.route("**/launch-memecoin", async (route) => {
    const request = route.request();
    if (request.postData()?.includes('"dryRun":true')) return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (!isFirst) return route.fallback();
    isFirst = false;
    // The service accepts it, and its response is lost.
    await route.fetch();
    await page.evaluate(() => Object.assign(window, { isTaken: true }));
  });
  await openStep(page, "review", "Review your launch");
  const launch = page.getByRole("button", { name: "Launch token", exact: true });
  await launch.click();
  await expect(page.getByRole("button", { name: "Submitting…" })).toBeDisabled();
  await page.waitForFunction(() => "isTaken" in window);
  await page.reload();
  await launch.click();
  await expect(page).toHaveURL(/\/launch\/base-sepolia\/.+/);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test.describe("a launch whose response is lost", () => {
  // The lost response, and the refusal of its key for a wallet.
  test.use({ expectedProblem: /ERR_FAILED|status of 409/ });

  test("is followed, not launched again, when a wallet should pay instead", async ({ page }) => {
    test.slow();
    await bringDraft(page);
    let jobId = "";
    await page.route("**/launch-memecoin", async (route) => {
      if (route.request().postData()?.includes('"dryRun":true')) return route.fallback();
      const accepted = await route.fetch();
      jobId = String(Reflect.get(Object(await accepted.json()), "jobId"));
      await route.abort();
    });
    await openStep(page, "review", "Review your launch");
    await page.getByRole("button", { name: "Launch token", exact: true }).click();
    await expect(page.locator("form").getByRole("alert")).toContainText("never launches twice");
    await page.getByRole("radio", { name: /Pay gas myself/ }).check();
    await page.getByRole("button", { name: "Create a burner account" }).click();
    const launch = page.getByRole("button", { name: "Launch from my wallet" });
    const fund = page.getByRole("button", { name: "Get test ETH" });
    await expect(launch.and(page.locator(":enabled")).or(fund)).toBeVisible();
    if (await fund.isVisible()) await fund.click();
    await launch.click();
    await expect(page).toHaveURL(`/launch/base-sepolia/${jobId}`);
    await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
  });
});

test.describe("a launch during an outage of the service", () => {
  test.use({ expectedProblem: /status of 503/ });

  test("can be tried again although its check has failed since", async ({ page }) => {
    await page.clock.install({ time: Date.now() });
    await bringDraft(page);
    await openStep(page, "review", "Review your launch");
    const launch = page.getByRole("button", { name: "Launch token", exact: true });
    await expect(launch).toBeEnabled();
    // The check is as old as a reader of the page makes it.
    await page.clock.fastForward(61_000);
    const checked = page.waitForResponse(
      (response) => response.request().postData()?.includes('"dryRun":true') ?? false,
    );
    const json = { success: false, error: "Busy", code: "dependency_unavailable" };
    await page.route("**/launch-memecoin", (route) => route.fulfill({ status: 503, json }));
    await launch.click();
    await checked;
    await expect(launch).toBeDisabled();
    await page.unroute("**/launch-memecoin");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(launch).toBeEnabled();
    await expect(page.locator("form").getByRole("alert")).toHaveCount(0);
    await launch.click();
    await expect(page).toHaveURL(/\/launch\/base-sepolia\/.+/);
  });
});

test("Back after a launch shows its status, not the form", async ({ page }) => {
  const name = await bringDraft(page);
  await openStep(page, "price", "Set the starting price");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Launch token", exact: true }).click();
  await expect(page).toHaveURL(/\/launch\/base-sepolia\/.+/);
  const launched = page.url();
  await page.goBack();
  await expect(page).toHaveURL("/launch?step=price");
  await expect(page.locator("form").getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(`“${name}” was submitted.`)).toBeVisible();
  await page.getByRole("link", { name: "View launch status" }).click();
  await expect(page).toHaveURL(launched);
});

for (const [source, when] of [
  ["the faucet", "at once"],
  ["somebody else", "after the next poll"],
] as const) {
  test(`a wallet that ${source} funds can launch ${when}`, async ({ page, site }) => {
    const privateKey = generatePrivateKey();
    const { address } = privateKeyToAccount(privateKey);
    await bringBurner(page, { address, privateKey });
    await bringDraft(page, { payer: "wallet" });
    await openStep(page, "review", "Review your launch");
    await expect(page.getByText("Not enough ETH: the wallet has 0 ETH.")).toBeVisible();
    const launch = page.getByRole("button", { name: "Launch from my wallet" });
    await expect(launch).toBeDisabled();
    if (source === "the faucet") await page.getByRole("button", { name: "Get test ETH" }).click();
    else {
      const caller = { baseUrl: site, headers: { "x-forwarded-for": newCaller() } };
      await call(sandboxFaucet, { body: { chain: "base-sepolia", address } }, caller);
    }
    await expect(launch).toBeEnabled();
    await expect(page.getByText("Not enough ETH")).toHaveCount(0);
  });
}
