import type { Page } from "playwright/test";
import { composeKey } from "../support/forms/compose-key";
import { tryForm } from "../support/forms/try-form";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";

/** The report of a token, used in any way. */

let token = "";
test.beforeAll(async ({ baseURL }) => {
  token = await launchToken(baseURL ?? "", "base", { name: `Reported ${Date.now()}` });
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Report" });
const NOT_SENT = "a report that was not sent is no work";

tryForm({
  name: "report",
  open: async ({ page }) => {
    await page.goto(`/base/${token}`);
    await page.getByRole("button", { name: "Report" }).click();
  },
  area: dialog,
  fields: {
    reason: {
      at: (page) => dialog(page).getByRole("combobox", { name: "Reason" }),
      valid: "scam",
      wrong: [""],
      huge: null,
    },
    details: {
      at: (page) => dialog(page).getByRole("textbox", { name: "Details" }),
      valid: "The image belongs to somebody else.",
      wrong: ["x".repeat(1_001), "Turned \u202earound"],
      pasted: [
        { text: "Two\nlines", shows: "Two\nlines" },
        { text: "y".repeat(1_001), shows: null },
      ],
    },
    email: {
      at: (page) => dialog(page).getByRole("textbox", { name: "Email" }),
      valid: "ada@example.com",
      wrong: ["ada", "ada@", "ada@@example.com"],
      pasted: [{ text: "grace@example.com\n", shows: "grace@example.com" }],
    },
  },
  submit: (page) => dialog(page).getByRole("button", { name: "Send report" }),
  taken: (page) => expect(dialog(page).getByText(/received your report|counts once/)).toBeVisible(),
  once: (request) =>
    request.method() === "POST" && new URL(request.url()).pathname === "/api/account/report",
  stays: ["Reason", "Details", "Send report"],
  skip: {
    back: NOT_SENT,
    reload: NOT_SENT,
  },
});

test("Escape of an input method discards its text, not the dialog", async ({ page }) => {
  await page.goto(`/base/${token}`);
  await page.getByRole("button", { name: "Report" }).click();
  const details = dialog(page).getByRole("textbox", { name: "Details" });
  await details.fill("画像は他人のものです");
  await composeKey(details, "Escape");
  await composeKey(details, "Escape", 229);
  // Another key that the dialog handles afterwards shows that it is still there.
  await details.press("Tab");
  await expect(details).toHaveValue("画像は他人のものです");
  await details.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("a press on the button of a browser extension leaves the dialog open", async ({ page }) => {
  await page.goto(`/base/${token}`);
  await page.getByRole("button", { name: "Report" }).click();
  const details = dialog(page).getByRole("textbox", { name: "Details" });
  await details.fill("The image belongs to somebody else.");
  // Extensions add a closed shadow root to the document, above everything.
  await page.evaluate(() => {
    const host = document.createElement("aside");
    host.style.cssText = "position:fixed;top:0;left:0;z-index:99;pointer-events:auto";
    const inside = host.attachShadow({ mode: "closed" });
    inside.innerHTML = "<p style='margin:0;width:40px;height:40px'></p>";
    document.documentElement.append(host);
  });
  // The second click of a double click never closes a dialog.
  const now = () => page.evaluate(() => performance.now());
  const later = (await now()) + 1_000;
  await expect.poll(now).toBeGreaterThan(later);
  await page.mouse.click(20, 20);
  await details.press("Tab");
  await expect(details).toHaveValue("The image belongs to somebody else.");
  await page.mouse.click(20, 400);
  await expect(dialog(page)).toHaveCount(0);
});
