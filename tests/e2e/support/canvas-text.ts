import type { Page } from "playwright/test";

/** Text on canvases is not in the page: records it, from the next page on. */
export async function noteWritten(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts = new Set<string>();
    window.slipwayWritten = texts;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      texts.add(text);
      return fillText.call(this, text, ...place);
    };
  });
}

/** The texts that were written so far. */
export function written(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window.slipwayWritten ?? [])]);
}

export function forgetWritten(page: Page): Promise<void> {
  return page.evaluate(() => window.slipwayWritten?.clear());
}

declare global {
  interface Window {
    slipwayWritten?: Set<string>;
  }
}
