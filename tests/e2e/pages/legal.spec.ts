import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";

test("shows the operator's texts and links them where they apply", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  const footer = page.getByRole("navigation", { name: "Footer" });
  await expect(footer.getByRole("link", { name: "Privacy" })).toHaveCount(0);
  await footer.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 3, name: "Risks" })).toBeVisible();
  await expect(page.getByText("<script>")).toBeVisible();
  await expect(page).toHaveTitle(/^Terms/);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.getByRole("article").getByRole("link", { name: "imprint" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Imprint" })).toBeVisible();
});

test("a text that the operator does not have is not found", async ({ request }) => {
  expect((await request.get("/legal/privacy")).status()).toBe(404);
});
