import { call } from "@slipway-launchpad/client";
import { getConfig } from "@/lib/features/system/operations";
import { openStep } from "../support/draft";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";

/** Each number field parses a number as it was meant, or rejects it with a message. */

const ADA = "0x1111111111111111111111111111111111111111";

test("rejects a market cap outside the range at its field", async ({ page, site }) => {
  const { marketCapUsdc } = await call(getConfig, {}, { baseUrl: site });
  const least = Number(marketCapUsdc.min) / 1e6;
  await openStep(page, "price", "Set the starting price");
  const field = page.getByRole("textbox", { name: "Starting market cap" });
  await field.fill(String(least - 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText(`must be between $${least.toLocaleString("en")} and $1,000,000,000`),
  ).toBeVisible();
  await expect(field).toBeFocused();
});

test("shows the fees of a split once the shares add up", async ({ page }) => {
  await openStep(page, "fees", "Choose who earns fees");
  await page.getByRole("radio", { name: "No creator" }).check();
  await page.getByRole("radio", { name: /Fee split/ }).check();
  await page.getByRole("button", { name: "Paste list" }).click();
  await page.getByRole("textbox", { name: "Recipients" }).fill(`${ADA}, 50\n@grace, 30`);
  await page.getByRole("button", { name: "Add 2 recipients" }).click();
  await expect(page.getByText("Set shares that add up to 100% to see the split.")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Shares must add up to 100%: 20% is unassigned.")).toBeVisible();
  await page.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("50");
  const flow = page.locator("[data-slot=fee-flow]");
  await expect(flow.getByText("40%")).toHaveCount(2);
});

test.describe("a trade amount", () => {
  let token = "";
  test.beforeAll(async ({ baseURL }) => {
    token = await launchToken(baseURL ?? "", "base-sepolia", { name: "Digits", symbol: "DIG" });
  });

  test("is never parsed as another number", async ({ page }) => {
    await page.goto(`/base-sepolia/${token}`);
    const panel = page.getByRole("region", { name: "Trade" });
    const amount = panel.getByLabel("You pay", { exact: true });
    for (const text of ["1e3", "-1", "lots"]) {
      await amount.fill(text);
      await expect(amount).toHaveValue(text);
      await expect(panel.getByRole("alert")).toBeVisible();
    }
    for (const [text, meant] of [
      ["1,000", "1000"],
      ["1.000,5", "1000.5"],
      ["0,5", "0.5"],
      ["١٢", "12"],
    ] as const) {
      await amount.fill(text);
      await amount.blur();
      await expect(amount).toHaveValue(meant);
      await expect(panel.getByRole("alert")).toHaveCount(0);
    }
  });

  test("shows the maximum cost of a slippage", async ({ page }) => {
    await page.goto(`/base-sepolia/${token}`);
    await page.getByRole("button", { name: /^Trade settings/ }).click();
    const settings = page.getByRole("dialog", { name: "Trade settings" });
    await settings.getByLabel("Custom").fill("50");
    await expect(settings.getByText("You may receive up to 50% less than shown.")).toBeVisible();
  });
});

test.describe("with a decimal comma", () => {
  test.use({ locale: "de-DE" });

  test("rejects an ambiguous number", async ({ page }) => {
    await openStep(page, "price", "Set the starting price");
    const field = page.getByRole("textbox", { name: "Starting market cap" });
    await field.fill("4.000");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Write 4000 or 4: “4.000” can mean both.")).toBeVisible();
    await field.fill("4.000,50");
    await field.blur();
    await expect(field).toHaveValue("4000.5");
  });
});
