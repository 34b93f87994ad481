import { call } from "@slipway-launchpad/client";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { bringDraft, openStep } from "../support/draft";
import { launchToken } from "../support/launch-token";
import { expect, newCaller, test } from "../support/test";

test("explains a wrong opening time and shows the chosen one in the review", async ({ page }) => {
  await bringDraft(page);
  await openStep(page, "price", "Set the starting price");
  const field = page.getByLabel("Opening time");
  await field.fill("2020-01-01T12:00");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Opening time must be in the future")).toBeVisible();
  await expect(field).toBeFocused();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await field.fill(`${tomorrow.toISOString().slice(0, 10)}T18:30`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Review" })).toBeVisible();
  const year = String(tomorrow.getUTCFullYear());
  await expect(page.getByText("Opening time").locator("..")).toContainText(year);
  await page.getByRole("button", { name: "Edit: Opening time" }).click();
  await expect(field).toHaveValue(/T18:30$/);
});

test("a date without a time does not open trading at once", async ({ page }) => {
  await bringDraft(page);
  await openStep(page, "price", "Set the starting price");
  const field = page.getByLabel("Opening time");
  const problem = page.getByText("Opening time must be a date and a time");
  const heading = page.getByRole("heading", { name: "Set the starting price" });
  await field.focus();
  await page.keyboard.type("12242026");
  // Enter submits while the field has the focus.
  await page.keyboard.press("Enter");
  await expect(problem).toBeVisible();
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(problem).toBeVisible();
  await expect(heading).toBeVisible();
  await expect(field).toBeFocused();
});

test("counts down to the opening of trading, then shows the trade panel", async ({
  page,
  baseURL,
}) => {
  const startTime = Math.floor(Date.now() / 1_000) + 3_600;
  const address = await launchToken(baseURL ?? "", "base-sepolia", { name: "Later", startTime });
  await page.clock.install();
  await page.goto(`/base-sepolia/${address}`);
  const trade = page.getByRole("region", { name: "Trade" });
  await expect(
    trade.getByText(/Trading opens in 59 minutes|Trading opens in 1 hour/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Buy" })).toHaveCount(0);
  // A phone shows it in its first screen, in front of a chart that is still empty.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(trade.getByRole("timer")).toBeInViewport();
  await page.clock.fastForward(3_600_000);
  await expect(trade.getByRole("tab", { name: "Buy" })).toBeVisible();
});

test("the status of a scheduled launch does not say that its pool is open", async ({
  page,
  site,
}) => {
  const startTime = Math.floor(Date.now() / 1_000) + 3_600;
  const accepted = await call(
    launchMemecoin,
    {
      params: { chain: "base-sepolia" },
      body: { name: "Tomorrow", symbol: "LATER", description: "", imageIpfs: PICTURE, startTime },
    },
    { baseUrl: site, headers: { "x-forwarded-for": newCaller() } },
  );
  if (!("jobId" in accepted)) throw new Error("The launch was not queued");
  await page.clock.install();
  await page.goto(`/launch/base-sepolia/${accepted.jobId}`);
  await expect(page).toHaveTitle(/^Launch status · /);
  const status = page.getByRole("status").filter({ hasText: "Tomorrow" });
  await expect(status).toContainText(
    "Tomorrow is created. Its pool opens for trading at the scheduled time.",
    { timeout: 60_000 },
  );
  await expect(page.getByRole("link", { name: "Buy" })).toHaveCount(0);
  await page.clock.fastForward(3_600_000);
  await expect(status).toContainText("Tomorrow is live and its pool is open for trading.");
  await expect(page.getByRole("link", { name: "Buy" })).toBeVisible();
});

/** A CID of any image; nothing reads it. */
const PICTURE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
