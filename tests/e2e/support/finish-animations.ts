import type { Page } from "playwright/test";

/**
 * Ends the animations of a page, so that elements have their final colors and places. Waiting for
 * them may take forever: browsers stop animations that they do not render. Endless ones continue.
 */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    return new Promise((done) => requestAnimationFrame(done));
  });
}
