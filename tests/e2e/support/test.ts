import { randomInt } from "node:crypto";
import { test as base, expect, type Page } from "playwright/test";

declare global {
  interface Window {
    slipwayShift?: number;
  }
}

type Fixtures = {
  /** Origin of the launchpad under test. */
  site: string;
  /** What the console errors look like that a test provokes on purpose. */
  expectedProblem: RegExp | null;
  watched: Page;
};

/**
 * Every test fails by itself on a console error, an uncaught exception or a refusal by the
 * Content-Security-Policy (which Chromium reports as a console error).
 */
export const test = base.extend<Fixtures>({
  site: async ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error("The launchpad under test has no address");
    await use(baseURL);
  },
  expectedProblem: [null, { option: true }],
  // A caller nobody else is, so that the polling of one test never uses up another's limit.
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
      await use(page);
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
