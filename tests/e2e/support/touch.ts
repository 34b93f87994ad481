import type { Page } from "playwright/test";

/** A phone with a touch screen. */
export const PHONE = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
} as const;

const SWIPE_PX = 300;
const STEPS = 15;

/** Swipes up from a point, as a thumb does to scroll down. */
export async function swipeUp(page: Page, from: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x, y }],
    });
  await touch("touchStart", from.y);
  for (let step = 1; step <= STEPS; step += 1) {
    await touch("touchMove", from.y - (SWIPE_PX * step) / STEPS);
  }
  await touch("touchEnd", from.y - SWIPE_PX);
  await session.detach();
}

export function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}
