import type { Page } from "playwright/test";
import { expect, sidewaysOverflow } from "../test";
import { areaOf } from "./findings";
import type { FormUnderTest } from "./form-under-test";

export const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
} as const;

/** Safari zooms in when a field with smaller text is focused. */
const FIELD_TEXT_PX_MIN = 16;
/** WCAG 2.2, 2.5.8. */
const TARGET_PX_MIN = 24;
const SCROLLABLE_PX = 80;
const SWIPE = { steps: 8, stepPx: 15 } as const;

/** Expects no overflow and no small target, and a page that scrolls when a swipe starts on a field. */
export async function expectFitsAPhone(form: FormUnderTest, page: Page): Promise<void> {
  expect(await sidewaysOverflow(page), "no wider than a phone").toBe(0);
  expect(await tooSmall(form, page), "text and targets are large enough").toEqual([]);
  const isDialog = await areaOf(form, page).evaluate(
    (root) => root.closest("[role=dialog]") !== null,
  );
  if (isDialog) return;
  for (const [name, field] of Object.entries(form.fields)) {
    const control = field.at(page);
    await control.scrollIntoViewIfNeeded();
    const room = await page.evaluate(
      () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
    );
    const box = await control.boundingBox();
    if (room < SCROLLABLE_PX || box === null) continue;
    const before = await page.evaluate(() => window.scrollY);
    await swipeUp(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await expect
      .poll(() => page.evaluate(() => window.scrollY), {
        message: `a swipe that begins on ${name} scrolls the page`,
      })
      .toBeGreaterThan(before);
  }
}

/** Swipes up from a point of the window. */
async function swipeUp(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= SWIPE.steps; step += 1) {
    const touchPoints = [{ x, y: Math.max(1, y - step * SWIPE.stepPx) }];
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

function tooSmall(form: FormUnderTest, page: Page): Promise<string[]> {
  return areaOf(form, page).evaluate(
    (root, { text, target }) => {
      const nameOf = (element: Element) =>
        element.getAttribute("aria-label") ?? element.textContent?.trim() ?? element.tagName;
      const shown = (selector: string) =>
        [...root.querySelectorAll(selector)].filter(
          (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
        );
      const fields = shown("input:not([type=radio]):not([type=checkbox]), select, textarea")
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < text)
        .map((field) => `text of ${nameOf(field)}`);
      const targets = shown("button")
        .filter((button) => {
          const { width, height } = button.getBoundingClientRect();
          return Math.min(width, height) < target;
        })
        .map((button) => `size of ${nameOf(button)}`);
      return [...fields, ...targets];
    },
    { text: FIELD_TEXT_PX_MIN, target: TARGET_PX_MIN },
  );
}
