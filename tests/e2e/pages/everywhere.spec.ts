import type { Page } from "playwright/test";
import { seriousViolations } from "../support/axe";
import { SCRIPTS, settled, watchRequests } from "../support/late-parts";
import { launchToken } from "../support/launch-token";
import { expect, layoutShift, sidewaysOverflow, test } from "../support/test";

const NO_TOKEN = `/base-sepolia/0x${"2".repeat(40)}`;

const PAGES: { path: string; ready: (page: Page) => Promise<void> }[] = [
  { path: "/", ready: (page) => expect(page.getByText("live").first()).toBeVisible() },
  { path: "/base-sepolia", ready: (page) => expect(page.getByText("live").first()).toBeVisible() },
  {
    path: "/docs",
    ready: (page) =>
      expect(page.getByRole("heading", { name: "Launch a token in three requests" })).toBeVisible(),
  },
  {
    path: "/docs/reference",
    ready: (page) =>
      expect(page.getByRole("heading", { name: "Launch a token", exact: true })).toBeAttached(),
  },
  {
    path: "/status",
    ready: (page) => expect(page.getByRole("heading", { level: 1 })).toBeVisible(),
  },
  {
    path: "/docs/errors",
    ready: (page) => expect(page.getByRole("heading", { name: "Errors" })).toBeVisible(),
  },
  {
    path: "/launch",
    ready: (page) => expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible(),
  },
  {
    path: "/launch?step=fees",
    ready: (page) =>
      expect(page.getByRole("heading", { name: "Choose who earns fees" })).toBeVisible(),
  },
  {
    path: "/managers",
    ready: (page) =>
      expect(page.getByRole("button", { name: "Create revenue manager" })).toBeVisible(),
  },
  {
    path: "/account",
    ready: (page) => expect(page.getByRole("button", { name: /Burner account/ })).toBeVisible(),
  },
  {
    path: NO_TOKEN,
    ready: (page) => expect(page.getByText("Token not found")).toBeVisible(),
  },
  {
    path: "/nothing-here",
    ready: (page) => expect(page.getByText("Page not found")).toBeVisible(),
  },
];
const SHIFT_MAX = 0.05;

test.describe("on every page", () => {
  test.use({ expectedProblem: /status of 404/ });

  for (const colorScheme of ["dark", "light"] as const) {
    for (const width of [1280, 360]) {
      test.describe(`${colorScheme}, ${width} px`, () => {
        test.use({ colorScheme, viewport: { width, height: 800 } });

        for (const { path, ready } of PAGES) {
          test(`${path} is accessible, without horizontal scroll or layout shift`, async ({
            page,
          }) => {
            await page.goto(path);
            await ready(page);
            const isDark = await page.evaluate(() =>
              document.documentElement.classList.contains("dark"),
            );
            expect(isDark).toBe(colorScheme === "dark");
            expect(await seriousViolations(page)).toEqual([]);
            expect(await sidewaysOverflow(page)).toBe(0);
            expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
          });
        }
      });
    }
  }

  test("an unknown path returns 404", async ({ page }) => {
    expect((await page.goto("/nothing-here"))?.status()).toBe(404);
    await page.getByRole("link", { name: "Explore tokens" }).click();
    await expect(page).toHaveURL("/");
  });
});

test("a token page is accessible in both themes", async ({ page, site }) => {
  const address = await launchToken(site, "base-sepolia", { name: "Checked", symbol: "CHK" });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/base-sepolia/${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Checked");
    expect(await seriousViolations(page)).toEqual([]);
  }
});

test("the theme is selected by keyboard and stored", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("button", { name: "Theme" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "System" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(menu).toBeFocused();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await menu.click();
  await expect(page.getByRole("menuitemradio", { name: "Light" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("the first Tab stop skips to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("tooltips open on keyboard focus and close with Escape", async ({ page }) => {
  await page.goto("/");
  const badge = page.getByRole("button", { name: "Sandbox" });
  await expect(badge).toBeVisible();
  await page.getByRole("button", { name: "Theme" }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(badge).toBeFocused();
  const hint = page.getByRole("tooltip");
  await expect(hint).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(hint).toHaveCount(0);
});

test("pages do not animate with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByText("live").first()).toBeVisible();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const timing = effect?.getComputedTiming();
        return Number(timing?.activeDuration ?? 0) > 1;
      }).length,
  );
  expect(moving).toBe(0);
});

test.describe("a part whose code cannot be loaded", () => {
  test.use({ expectedProblem: /ERR_FAILED|load chunk|ChunkLoadError/i });

  test("does not replace the page", async ({ page, site }) => {
    const address = await launchToken(site, "base-sepolia", { name: "Unloaded", symbol: "UNL" });
    const buttons = [
      { path: "/", name: /^Account/ },
      { path: "/", name: /^Filter/ },
      { path: `/base-sepolia/${address}`, name: "Share" },
    ];
    for (const { path, name } of buttons) {
      const requests = watchRequests(page);
      await page.goto(path);
      await settled(page, requests);
      await page.route(SCRIPTS.is, (route) => route.abort());
      await page.getByRole("button", { name }).first().click();
      await expect(page.getByText("Could not load this part. Reload the page.")).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await page.unroute(SCRIPTS.is);
    }
  });

  test("does not replace the account page, and offers a reload", async ({ page }) => {
    // The page decides with the session which of its views it loads.
    await page.route("**/api/auth/session", async (route) => {
      await page.route(SCRIPTS.is, (script) => script.abort());
      await route.fallback();
    });
    await page.goto("/account");
    const main = page.getByRole("main");
    await expect(main.getByText("Could not load this part. Reload the page.")).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await page.unrouteAll();
    await main.getByRole("button", { name: "Reload the page" }).click();
    await expect(main.getByRole("textbox", { name: "Email address" })).toBeVisible();
  });
});
