import type { Locator } from "playwright/test";
import { openOutbox } from "../support/account";
import { holdPart, SCRIPTS } from "../support/late-parts";
import { launchToken } from "../support/launch-token";
import { expect, newCaller, test } from "../support/test";

test("a click before hydration signs in once", async ({ page }) => {
  const email = `early-${Date.now()}@example.com`;
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await openOutbox(page);
  const link = page.locator(`a[href*="${encodeURIComponent(email)}"]`).first();
  const href = (await link.getAttribute("href")) ?? "";
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });

  const scripts = await holdPart(page, SCRIPTS);
  await page.goto(href, { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await button.dblclick();
  expect(sent).toEqual([]);
  await scripts.release();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  expect(sent.filter((path) => path.includes("callback"))).toHaveLength(1);
});

test("a form submitted before hydration stays on the page and shows what is missing", async ({
  page,
}) => {
  const scripts = await holdPart(page, SCRIPTS);
  await page.goto("/managers", { waitUntil: "commit" });
  const url = page.url();
  const button = page.getByRole("button", { name: /^Create/ });
  await button.click();
  await expect(button, "shows that the click waits").toHaveCSS("cursor", "progress");
  await scripts.release();
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
  expect(page.url()).toBe(url);
  await expect(button).not.toHaveCSS("cursor", "progress");
});

test("text selected and typed while the page hydrates is kept as typed", async ({ page }) => {
  const scripts = await holdPart(page, SCRIPTS);
  await page.goto("/managers", { waitUntil: "commit" });
  const fee = page.getByRole("textbox", { name: "Protocol fee", exact: true });
  await expect(fee).toHaveValue("20");
  await fee.selectText();
  await scripts.release();
  await hydrated(fee);
  await page.keyboard.type("35");
  await expect(fee).toHaveValue("35");
  await page.reload();
  await expect(fee).toHaveValue("35");
});

test("the key / focuses the search before hydration, and what is typed there is searched", async ({
  page,
}) => {
  const scripts = await holdPart(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  const field = page.getByRole("combobox", { name: "Search tokens" });
  await expect(field).toBeVisible();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  const text = `nobody${Date.now()}`;
  await page.keyboard.type(text);
  await scripts.release();
  await expect(page.getByText("No token found.")).toBeVisible();
  await expect(field).toHaveValue(text);
  await page.keyboard.type("/x");
  await expect(field, "a slash in the field is typed").toHaveValue(`${text}/x`);

  await page.getByRole("button", { name: /^Account/ }).click();
  const menu = page.getByRole("dialog");
  await expect(menu).toBeVisible();
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
  await page.keyboard.press("/");
  await expect(field).not.toBeFocused();
  await expect(menu).toBeVisible();
});

test.describe("for a reader with decimal commas", () => {
  test.use({ locale: "de-DE" });

  test("text typed before hydration and its focus are kept", async ({ page, site }) => {
    await launchToken(site, "base-sepolia", { name: `Comma ${Date.now()}` });
    const text = `nobody${Date.now()}`;
    for (const { path, field, kept } of [
      { path: "/explore", field: { role: "combobox", name: "Search tokens" }, kept: text },
      { path: "/managers", field: { role: "textbox", name: "Protocol fee" }, kept: "12,5" },
    ] as const) {
      const scripts = await holdPart(page, SCRIPTS);
      await page.goto(path, { waitUntil: "commit" });
      const box = page.getByRole(field.role, { name: field.name, exact: true });
      await box.selectText();
      await page.keyboard.type(kept);
      await box.evaluate((node) => node.setAttribute("data-is-first", ""));
      await scripts.release();
      await hydrated(box);
      await expect(box, "React kept the element").toHaveAttribute("data-is-first");
      await expect(box).toHaveValue(kept);
      await expect(box).toBeFocused();
    }
  });
});

test("numbers have the separators of the request, whatever the browser's language", async ({
  browser,
  site,
}) => {
  await launchToken(site, "base-sepolia", { name: `Header ${Date.now()}` });
  const context = await browser.newContext({
    baseURL: site,
    extraHTTPHeaders: { "x-forwarded-for": newCaller() },
  });
  const page = await context.newPage();
  // As of a proxy or an extension that changes the header.
  await page.route("**/explore", (route) =>
    route.continue({
      headers: { ...route.request().headers(), "accept-language": "fr-CA,en;q=0.5" },
    }),
  );
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const answer = await page.goto("/explore");
  expect(answer?.headers()["cache-control"]).toMatch(/no-store/);
  expect(await answer?.text()).toContain('data-marks=",\u00a0"');
  const cap = page.getByRole("article").first();
  await expect(cap).toContainText(/\d,\d/);
  await hydrated(page.getByRole("combobox", { name: "Search tokens" }));
  await expect(cap).toContainText(/\d,\d/);
  expect(problems).toEqual([]);
  await context.close();
});

test("pages that are rendered at the same time have each reader's own separators", async ({
  site,
}) => {
  await launchToken(site, "base-sepolia", { name: `Beside ${Date.now()}` });
  // Not three decimals: they look like the thousands of the other language.
  const [comma, point] = [/>\d+,\d{1,2}</, />\d+\.\d{1,2}</];
  const render = async (language: string) => {
    const headers = { "accept-language": language, "x-forwarded-for": newCaller() };
    const html = await (await fetch(`${site}/explore`, { headers })).text();
    return { language, comma: comma.test(html), point: point.test(html) };
  };
  const languages = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? "de-DE" : "en-GB"));
  expect(await Promise.all(languages.map(render))).toEqual(
    languages.map((language) => {
      const isGerman = language === "de-DE";
      return { language, comma: isGerman, point: !isGerman };
    }),
  );
});

/** Waits until React has taken over an element. */
function hydrated(element: Locator): Promise<void> {
  return expect
    .poll(() =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$"))),
    )
    .toBe(true);
}
