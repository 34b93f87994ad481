import { launchToken } from "./support/launch-token";
import { expect, test } from "./support/test";

test("a card leads to the token, which shows what its creator says as unverified", async ({
  page,
  site,
}) => {
  const name = `Harbour ${Date.now()}`;
  const websiteUrl = "https://example.com/harbour";
  const address = await launchToken(site, "base-sepolia", { name, websiteUrl });
  await page.goto("/base-sepolia");
  await page.getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(`/base-sepolia/${address}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText("Launched by a browser test.")).toBeVisible();
  await expect(page.getByText("Written by the creator, unverified")).toBeVisible();
  const link = page.getByRole("link", { name: "Website" });
  await expect(link).toHaveAttribute("href", websiteUrl);
  await expect(link).toHaveAttribute("rel", "nofollow noopener noreferrer ugc");
});

test.describe("an address without a token", () => {
  test.use({ expectedProblem: /status of 404/ });

  test("says that it may be too early", async ({ page }) => {
    await page.goto(`/base-sepolia/0x${"1".repeat(40)}`);
    await expect(page.getByText("No such token yet")).toBeVisible();
  });
});
