import { CHART_IDS } from "@/lib/features/overview/schema";
import { openConsole } from "../support/admin";
import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";

for (const role of ["viewer", "moderator", "operator"] as const) {
  test(`a ${role} sees every number over time, as charts and as tables`, async ({ page }) => {
    await openConsole(page, role);
    for (const id of CHART_IDS) await expect(page.locator(`[data-chart="${id}"]`)).toBeVisible();
    const wallet = page.locator('[data-chart="wallet"]');
    await expect(wallet).toContainText(/Base Sepolia\s*[\d,]+/, { timeout: 60_000 });
    await wallet.getByRole("button", { name: "Show Launches left as a table" }).click();
    await expect(wallet.getByRole("table")).toContainText("UTC");
    await expect(page.getByRole("heading", { name: "Gas budgets now" })).toBeVisible();
    await page.getByRole("radio", { name: "Week" }).check({ force: true });
    await expect(wallet.getByRole("row")).toHaveCount(169);
    await page.getByRole("radio", { name: "Hour" }).check({ force: true });
    await expect(wallet.getByRole("row")).toHaveCount(61);
  });
}

test.describe("while the numbers cannot be read", () => {
  test.use({ expectedProblem: /503/ });

  test("the page says so and what to do, and loads them again", async ({ page }) => {
    let isDown = true;
    await page.route("**/api/admin/overview*", (route) =>
      isDown
        ? route.fulfill({
            status: 503,
            json: {
              success: false,
              error: "Service temporarily unavailable",
              message: "Service temporarily unavailable",
              code: "dependency_unavailable",
            },
          })
        : route.fallback(),
    );
    await openConsole(page, "viewer");
    const problem = page.getByRole("alert").filter({ hasText: "Could not load the numbers" });
    await expect(problem).toContainText("Check on the status page");
    isDown = false;
    await problem.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator('[data-chart="launches"]')).toBeVisible();
  });
});

for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test("the overview fits from 320 pixels to wide and is accessible", async ({ page }) => {
      await openConsole(page, "viewer");
      await expect(page.locator("[data-chart] canvas").first()).toBeVisible();
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sidewaysOverflow(page), `at ${width}`).toBe(0);
        expect(await seriousViolations(page), `at ${width}`).toEqual([]);
      }
    });
  });
}
