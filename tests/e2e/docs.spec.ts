import { OPERATIONS } from "@/lib/operations/all";
import { expect, test } from "./support/test";

const summaries = (name: "data" | "launch") =>
  Object.values(OPERATIONS)
    .filter((operation) => operation.interface === name)
    .map(({ summary }) => summary);

test("the reference shows every operation of both interfaces", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Three requests to a token" })).toBeVisible();
  const sidebar = page.getByRole("complementary", { name: /^Sidebar/ });
  for (const summary of summaries("launch")) {
    await expect(sidebar.getByRole("link", { name: summary })).toBeVisible();
  }
  await page.getByRole("button", { name: "Launch interface" }).first().click();
  await page.getByRole("option", { name: "Data interface" }).click();
  for (const summary of summaries("data")) {
    await expect(sidebar.getByRole("link", { name: summary })).toBeVisible();
  }
  const last = summaries("data").at(-1) ?? "";
  await sidebar.getByRole("link", { name: last }).click();
  await expect(page.getByRole("heading", { name: last, exact: true })).toBeInViewport();
});

test("the quick start has the launch in two languages, by keyboard", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "JavaScript" })).toBeFocused();
  await expect(page.getByRole("tabpanel").getByText("await fetch(")).toBeVisible();
});

test("nothing is asked of another host", async ({ page, site }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(site)) foreign.push(url);
  });
  await page.goto("/docs", { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test("a request is tried from the page, under its own policy", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("link", { name: "Get the chains and their capabilities" }).click();
  const section = page.getByRole("region", { name: "Get the chains and their capabilities" });
  await section.getByRole("button", { name: /Test Request/ }).click();
  const client = page.getByRole("dialog");
  await client.getByRole("button", { name: /^Send/ }).first().click();
  await expect(client.getByText("200 OK")).toBeVisible();
});
