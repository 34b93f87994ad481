import { ADMIN_ROLES } from "@/lib/features/admin/rules/role";
import { confirmAction, openConsole, setBurner } from "../support/admin";
import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";

const SOMEBODY = "0x52908400098527886E0F7030069857D2E4169EE7";

test.describe("a wallet without a role", () => {
  test.use({ expectedProblem: /403/ });

  test("cannot sign in and learns why", async ({ page }) => {
    await setBurner(page, `0x${"b1".repeat(32)}`);
    await page.goto("/admin");
    await page.getByRole("button", { name: "Burner account" }).click();
    await expect(page.getByText("does not open the console")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Console" })).toHaveCount(0);
  });
});

for (const role of ADMIN_ROLES) {
  test(`${role}: signs in and out, and ${role === "operator" ? "ends" : "cannot end"} sessions`, async ({
    page,
  }) => {
    await openConsole(page, role, "/admin/audit");
    await expect(page.getByText(role, { exact: true }).first()).toBeVisible();
    const end = page.getByRole("button", { name: "End sessions…" });
    if (role === "operator") {
      const reason = `lost computer ${Date.now()}`;
      await end.click();
      const dialog = page.getByRole("dialog", { name: "End sessions" });
      await expect(dialog.getByRole("button", { name: "End sessions" })).toBeDisabled();
      await dialog.getByRole("textbox", { name: "Wallet" }).fill(SOMEBODY);
      await dialog.getByRole("button", { name: "End sessions" }).click();
      await expect(dialog.getByRole("alert")).toContainText("must be 3 to 500 characters long");
      await confirmAction(page, "End sessions", reason);
      const entry = page.getByRole("listitem").filter({ hasText: reason });
      await expect(entry).toContainText(`admin:${SOMEBODY}`);
    } else {
      await expect(page.getByRole("link", { name: "CSV" })).toBeVisible();
      await expect(end).toHaveCount(0);
    }
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Burner account" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Burner account" })).toBeVisible();
  });
}

test.describe("a sign-out that fails", () => {
  test.use({ expectedProblem: /ERR_FAILED/ });

  test("leaves the console open and says so, until one succeeds", async ({ page }) => {
    await openConsole(page, "viewer", "/admin/audit");
    await page.route("**/api/admin/sign-out", (route) => route.abort());
    const signOut = page.getByRole("button", { name: "Sign out" });
    await signOut.click();
    await expect(page.getByText("You are still signed in. Try again.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
    await page.unroute("**/api/admin/sign-out");
    await signOut.click();
    await expect(page.getByRole("button", { name: "Burner account" })).toBeVisible();
  });
});

test("the audit log downloads as CSV and NDJSON", async ({ page }) => {
  await openConsole(page, "viewer", "/admin/audit");
  for (const format of ["csv", "ndjson"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: format.toUpperCase() }).click();
    expect((await download).suggestedFilename()).toBe(`audit-log.${format}`);
  }
});

test("a phone shows the section of the page in the navigation", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openConsole(page, "operator", "/admin/audit");
  const navigation = page.getByRole("navigation", { name: "Console" });
  await expect(navigation.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
});

const PAGES = ["/admin", "/admin/jobs", "/admin/limits", "/admin/audit"];
for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test("every page fits from 320 pixels to wide and is accessible", async ({ page }) => {
      // Beside other stages on two processors, the checks of all pages need more than 90 s.
      test.slow();
      await page.goto("/admin");
      await expect(page.getByRole("button", { name: "Burner account" })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      await openConsole(page, "operator");
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.locator("#admin-title")).toBeVisible();
        await expect(page.locator('[data-slot="skeleton"]')).toHaveCount(0);
        for (const width of [320, 768, 1920]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await sidewaysOverflow(page), `${path} at ${width}`).toBe(0);
          expect(await seriousViolations(page), `${path} at ${width}`).toEqual([]);
        }
      }
    });
  });
}
