import { openOutbox } from "./support/account";
import { holdPart, SCRIPTS } from "./support/late-parts";
import { expect, test } from "./support/test";

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
  await expect
    .poll(() =>
      fee.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$"))),
    )
    .toBe(true);
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
