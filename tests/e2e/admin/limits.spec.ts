import type { Page } from "playwright/test";
import { confirmAction, openConsole } from "../support/admin";
import { expect, test } from "../support/test";
import { givePicture, goOn, nameToken } from "../support/wizard";

/** Robinhood: other tests launch on the other chains meanwhile. */
const CHAIN = "Robinhood Chain";

const row = (page: Page, title: string | RegExp) =>
  page.locator('[data-slot="setting"]').filter({ hasText: title });

for (const role of ["viewer", "moderator"] as const) {
  test(`a ${role} reads the limits and cannot change them`, async ({ page }) => {
    await openConsole(page, role, "/admin/limits");
    await expect(page.getByText("Only operators can change these.")).toBeVisible();
    await expect(row(page, CHAIN).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /Pause|Change|Add|Remove|Resume/ })).toHaveCount(
      0,
    );
  });
}

test("an operator pauses launching, the wizard says so at once, and resumes it", async ({
  page,
}) => {
  const message = `Node upgrade ${Date.now()}`;
  await openConsole(page, "operator", "/admin/limits");
  await page.getByRole("button", { name: `Pause ${CHAIN}` }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("\u202eturned");
  await expect(page.getByText("must not contain bidirectional control characters")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await confirmAction(page, "Pause", "the node is upgraded");
  await expect(row(page, message)).toBeVisible();
  try {
    await page.goto("/launch");
    await expect(page.getByText(message)).toHaveCount(0);
    await page.getByRole("combobox", { name: "Chain" }).selectOption("robinhood");
    await expect(page.getByText(`Launching on ${CHAIN}`, { exact: false })).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText(/Launching is open on/)).toBeVisible();
  } finally {
    await page.goto("/admin/limits");
    await page.getByRole("button", { name: `Resume ${CHAIN}` }).click();
    await confirmAction(page, "Resume", "the node is back");
  }
  await expect(page.getByRole("button", { name: `Pause ${CHAIN}` })).toBeVisible();
  await page.goto("/admin/audit");
  const entries = page.getByRole("listitem").filter({ hasText: message });
  await expect(entries).toHaveCount(2);
});

test("an operator changes a gas budget, a quota and an exemption, and undoes it", async ({
  page,
}) => {
  await openConsole(page, "operator", "/admin/limits");
  const reason = "a test of the console";
  const budget = page.getByRole("button", { name: `Change the gas budget of ${CHAIN}` });
  await budget.click();
  await page.getByRole("textbox", { name: "Per hour" }).fill("lots");
  await expect(page.getByText("must be an amount of ETH")).toBeVisible();
  await page.getByRole("textbox", { name: "Per hour" }).fill("1.25");
  await confirmAction(page, "Change", reason);
  await expect(page.getByText(/Hour: .* of 1\.25 ETH used, set here/)).toBeVisible();
  await budget.click();
  await expect(page.getByRole("textbox", { name: "Per hour" })).toHaveValue("1.25");
  await page.getByRole("textbox", { name: "Per hour" }).fill("");
  await confirmAction(page, "Change", reason);
  await expect(page.getByText(/of 1\.25 ETH used/)).toHaveCount(0);

  const quota = page.getByRole("button", { name: "Change the quota: Megabytes of images" });
  await quota.click();
  await page.getByRole("textbox", { name: "Quota" }).fill("85");
  await confirmAction(page, "Change", reason);
  await expect(row(page, "85 per minute, set here; otherwise 84")).toBeVisible();
  await quota.click();
  await page.getByRole("textbox", { name: "Quota" }).fill("");
  await confirmAction(page, "Change", reason);
  await expect(row(page, "imageBytes")).toContainText("84 per minute");

  await page.getByRole("button", { name: "Add an exemption" }).click();
  await page.getByRole("textbox", { name: "Address or network" }).fill("192.0.2.0/99");
  await expect(page.getByText("must be an IP address or a network")).toBeVisible();
  await page.getByRole("textbox", { name: "Address or network" }).fill("0.0.0.0/0");
  await expect(page.getByText("a network of /8 or smaller")).toBeVisible();
  await page.getByRole("textbox", { name: "Address or network" }).fill("192.0.2.0/24");
  await page.getByRole("textbox", { name: "Note" }).fill("monitoring");
  await confirmAction(page, "Add", reason);
  await expect(row(page, "192.0.2.0/24")).toContainText("monitoring");
  await page.getByRole("button", { name: "Remove 192.0.2.0/24" }).click();
  await confirmAction(page, "Remove", reason);
  await expect(row(page, "192.0.2.0/24")).toHaveCount(0);
});

test.describe("while launches are refused at first", () => {
  test.use({ expectedProblem: /403/ });

  test("an operator demands a proof of work, and the wizard solves it with its progress", async ({
    page,
  }) => {
    test.slow();
    const reason = `too many launches ${Date.now()}`;
    const change = async (mode: string) => {
      await page.goto("/admin/limits");
      await page.getByRole("button", { name: `Change the proof of work: ${CHAIN}` }).click();
      await page.getByRole("combobox", { name: "Required" }).selectOption(mode);
      await confirmAction(page, "Change", reason);
    };
    await openConsole(page, "operator", "/admin/limits");
    await change("on");
    try {
      await expect(row(page, "set here. Required now.")).toContainText(CHAIN);
      await page.goto("/launch");
      await nameToken(page, { name: `Proven ${Date.now()}`, chain: "robinhood" });
      await givePicture(page, reason);
      await page.getByRole("textbox", { name: "Email address" }).fill("proven@example.com");
      await goOn(page, "Set the starting price");
      await goOn(page, "Review your launch");
      const sent: number[] = [];
      page.on("response", (response) => {
        const isLaunch = response.url().endsWith("/launch-memecoin");
        const isDryRun = response.request().postData()?.includes('"dryRun":true') ?? false;
        if (isLaunch && !isDryRun) sent.push(response.status());
      });
      await page.getByRole("button", { name: "Launch token", exact: true }).click();
      await expect(page.getByRole("progressbar", { name: "Proof of work" })).toBeVisible();
      await expect(page.getByText("your browser computes a proof of work")).toBeVisible();
      await expect(page).toHaveURL(/\/launch\/robinhood\/.+/, { timeout: 60_000 });
      expect(sent).toEqual([403, 200]);
    } finally {
      await change("");
    }
    await page.goto("/admin/audit");
    await expect(page.getByRole("listitem").filter({ hasText: reason })).toHaveCount(2);
  });
});
