import type { Page } from "playwright/test";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";

/** Replaces each text by a `<font>`, now and after each change, as Chrome's translator does. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const run = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const isDone = node.parentElement?.closest("font, script, style, textarea") !== null;
        if (node instanceof Text && !isDone) texts.push(node);
      }
      for (const text of texts) {
        const font = document.createElement("font");
        font.textContent = text.data;
        text.replaceWith(font);
      }
    };
    run();
    new MutationObserver(run).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

test("a translated page shows the figures of the newest quote", async ({ page, site }) => {
  const token = await launchToken(site, "base-sepolia", { name: "Quelle", symbol: "QUE" });
  await page.goto(`/base-sepolia/${token}`);
  const panel = page.getByRole("region", { name: "Trade" });
  const amount = panel.getByLabel("You pay", { exact: true });
  await amount.fill("0.01");
  const minimum = panel.getByRole("definition").last().locator('[data-slot="amount"]');
  await expect(minimum).toContainText("QUE");
  await translate(page);
  for (const value of ["0.02", "0.05"]) {
    const before = await minimum.getAttribute("value");
    const shown = (await minimum.textContent()) ?? "";
    await amount.fill(value);
    await expect(minimum).not.toHaveAttribute("value", before ?? "");
    await expect(minimum).not.toHaveText(shown);
  }
});

test.describe("a form", () => {
  test.use({ expectedProblem: /status of 401/ });

  test("of a translated page sends and shows its result", async ({ page }) => {
    await page.goto("/account");
    const email = `translated-${Date.now()}@example.com`;
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await translate(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").getByText("Incorrect code.")).toBeVisible();
    await expect(code).toHaveValue("000000");
  });
});
