import type { Locator } from "playwright/test";
import { sampleCode } from "@/components/docs/samples/samples";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { DOC_PAGES } from "@/lib/shared/doc-pages";
import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";

const summaries = (name: "data" | "launch") =>
  DOCUMENTED_OPERATIONS.filter((operation) => operation.api === name).map(({ summary }) => summary);

/** One link for each summary, of which one may contain another. */
async function expectLinks(sidebar: Locator, all: readonly string[]): Promise<void> {
  for (const summary of all) {
    const count = all.filter((one) => one.toLowerCase().includes(summary.toLowerCase())).length;
    await expect(sidebar.getByRole("link", { name: summary })).toHaveCount(count);
  }
}

test("the reference shows every operation of both APIs", async ({ page }) => {
  await page.goto("/docs/reference");
  const sidebar = page.getByRole("complementary", { name: /^Sidebar/ });
  await expectLinks(sidebar, summaries("launch"));
  await page.getByRole("button", { name: "Launch API" }).first().click();
  await page.getByRole("option", { name: "Data API" }).click();
  await expectLinks(sidebar, summaries("data"));
  const last = summaries("data").at(-1) ?? "";
  // The reference ignores a click while it still builds the other document.
  await expect(async () => {
    await sidebar.getByRole("link", { name: last }).click();
    const heading = page.getByRole("heading", { name: last, exact: true });
    await expect(heading).toBeInViewport({ timeout: 5_000 });
  }).toPass();
});

test("the quick start shows the launch in three languages, by keyboard", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "TypeScript" })).toBeFocused();
  await expect(page.getByRole("tabpanel").getByText("waitForLaunch(")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("tabpanel").getByText("npx --no -- slipway launch")).toBeVisible();
});

test("sends no request to another host", async ({ page, site }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(site)) foreign.push(url);
  });
  await page.goto("/docs/reference", { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test("a request can be sent from the reference under its Content-Security-Policy", async ({
  page,
}) => {
  await page.goto("/docs/reference");
  await page.getByRole("link", { name: "Get the chains and their capabilities" }).click();
  const section = page.getByRole("region", { name: "Get the chains and their capabilities" });
  await section.getByRole("button", { name: /Test Request/ }).click();
  const client = page.getByRole("dialog");
  await client.getByRole("button", { name: /^Send/ }).first().click();
  await expect(client.getByText("200 OK")).toBeVisible();
});

test("every guide page is reachable and accessible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/docs");
  const guide = page.getByRole("navigation", { name: "Docs" });
  for (const { href, title } of DOC_PAGES.filter((one) => one.href !== "/docs/reference")) {
    await guide.getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(href);
    await expect(guide.getByRole("link", { name: title, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(await sidewaysOverflow(page), href).toBe(0);
    expect(await seriousViolations(page), href).toEqual([]);
  }
});

test("the stream example runs in a browser", async ({ page, site }) => {
  await page.goto("/docs/stream");
  // Injected as text by the debugger, which the Content-Security-Policy does not restrict.
  const state: unknown = await page.evaluate(`(() => {
    ${sampleCode("streamBrowser", site, "base-sepolia")}
    return new Promise((resolve) => {
      stream.addEventListener("ready", () => resolve("ready"));
      stream.addEventListener("error", () => resolve("failed"));
    });
  })()`);
  expect(state).toBe("ready");
});
