import { randomInt } from "node:crypto";
import { test as base, expect, type Page } from "playwright/test";
import { watchFocus } from "./watch-focus";

declare global {
  interface Window {
    slipwayShift?: number;
  }
}

type Fixtures = {
  /** Origin of the launchpad under test. */
  site: string;
  /** Patterns of console errors that a test provokes on purpose. */
  expectedProblem: RegExp | null;
  watched: Page;
};

/**
 * Every test fails on a console error, an uncaught exception or a Content-Security-Policy violation
 * (which Chromium reports as a console error), and when the page takes the keyboard focus away.
 */
export const test = base.extend<Fixtures>({
  site: async ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error("The launchpad under test has no address");
    await use(baseURL);
  },
  expectedProblem: [null, { option: true }],
  // A unique caller, so that the polling of one test never uses another's limit.
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ "x-forwarded-for": newCaller() }),
  watched: [
    async ({ page, expectedProblem }, use) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error")
          problems.push(`${message.text()} ${message.location().url}`);
      });
      await page.addInitScript(() => {
        window.slipwayShift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const isInput = "hadRecentInput" in entry && entry.hadRecentInput === true;
            const value = "value" in entry && typeof entry.value === "number" ? entry.value : 0;
            if (!isInput) window.slipwayShift = (window.slipwayShift ?? 0) + value;
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      const lost = await watchFocus(page);
      await use(page);
      expect(lost, "elements that the page disabled or removed while they had the focus").toEqual(
        [],
      );
      const unexpected = problems.filter((text) => expectedProblem?.test(text) !== true);
      expect(unexpected, "console errors, exceptions and refused resources").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export function newCaller(): string {
  return `203.${randomInt(0, 256)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}

/** Sum of all layout shifts of the page so far (more than the metric CLS, which takes the worst window). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.slipwayShift ?? Number.NaN);
}

/** How far the page can be scrolled sideways; 0 when it fits. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
