import type { Locator } from "playwright/test";
import { makeFees } from "../support/account";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { PHONE, scrolled, swipeUp } from "../support/touch";

test.use(PHONE);

/** A point of an element, by fractions of its width and height. */
async function pointOf(element: Locator, part: { x: number; y: number }) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not on the page");
  return { x: box.x + box.width * part.x, y: box.y + box.height * part.y };
}

test("a vertical swipe on the chart or its price axis scrolls the page", async ({ page, site }) => {
  const token = await launchToken(site, "base-sepolia", { name: "Swiped" });
  await makeFees(site, "base-sepolia", token, "0.01");
  const chart = page.getByRole("group", { name: /Use the arrow keys/ });
  for (const x of [0.4, 0.95]) {
    await page.goto(`/base-sepolia/${token}`);
    await expect(chart.locator("canvas").first()).toBeVisible();
    expect(await scrolled(page)).toBe(0);
    await swipeUp(page, await pointOf(chart, { x, y: 0.7 }));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(150);
  }
});
