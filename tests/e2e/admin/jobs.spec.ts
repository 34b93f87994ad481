import { launchFor } from "../support/account";
import { openConsole } from "../support/admin";
import { seriousViolations } from "../support/axe";
import { changeJson } from "../support/change-json";
import { expect, sidewaysOverflow, test } from "../support/test";

test("finds a launch, shows its steps and why no action is possible any more", async ({
  page,
  site,
}) => {
  test.slow();
  const name = `Console ${Date.now()}`;
  await launchFor(site, "base-sepolia", { name });
  await openConsole(page, "operator", "/admin/jobs");
  await page.getByRole("combobox", { name: "State" }).selectOption("completed");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText("Signed with nonce")).toBeVisible();
  await expect(page.getByText(/gwei, mined/)).toBeVisible();
  await expect(page.getByText("Not possible: It is completed.")).toBeVisible();
  await expect(page.getByText("Not possible: It has ended.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Retry|Cancel|Resolve/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Token page" })).toBeVisible();
  // The explorer of the real chain knows neither transactions nor tokens of a sandbox.
  await expect(page.locator('main a[href^="http"]')).toHaveCount(0);
  await page.route("**/api/v1/config", (route) =>
    changeJson(route, (answer) =>
      JSON.parse(JSON.stringify(answer).replaceAll('"sandbox":true', '"sandbox":false')),
    ),
  );
  await page.reload();
  await expect(page.getByRole("link", { name: "Token in the block explorer" })).toHaveAttribute(
    "href",
    /\/token\/0x/,
  );
  await expect(page.locator('main a[href*="/tx/0x"]')).toHaveCount(2);
  for (const width of [320, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
  }
});

test("a moderator reads jobs and cannot act on them", async ({ page, site }) => {
  const name = `Moderated ${Date.now()}`;
  await launchFor(site, "base-sepolia", { name });
  await openConsole(page, "moderator", "/admin/jobs");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByText("Only operators can run them.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Retry|Cancel|Resolve/ })).toHaveCount(0);
});

test.describe("without a gap in the nonces", () => {
  test.use({ expectedProblem: /409/ });

  test("an operator heals nonces only where something is blocked, others have no button", async ({
    page,
  }) => {
    await openConsole(page, "operator", "/admin/jobs");
    await page.getByRole("button", { name: "Heal nonces…" }).click();
    const dialog = page.getByRole("dialog", { name: "Heal nonces" });
    await expect(dialog.getByRole("button", { name: "Heal", exact: true })).toBeDisabled();
    await dialog.getByRole("combobox", { name: "Chain" }).selectOption("robinhood");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("nothing moves any more");
    await dialog.getByRole("button", { name: "Heal", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("Nothing blocks the server wallet here");
  });
});

for (const role of ["viewer", "moderator"] as const) {
  test(`a ${role} cannot heal nonces and learns why`, async ({ page }) => {
    await openConsole(page, role, "/admin/jobs");
    await expect(page.getByText("Only operators can change jobs.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Heal nonces…" })).toHaveCount(0);
  });
}
