import type { Page } from "playwright/test";

declare global {
  interface Window {
    slipwayFocusLost?: (description: string) => void;
  }
}

/** Long enough for a page that moves the focus itself, as after an animation. */
const SETTLED_MS = 500;

/**
 * Watches for a keyboard focus that the page loses: the element that has it is disabled or removed,
 * and no other one gets it, so that keys do nothing and a screen reader loses its place. Another page
 * starts at its top.
 * @returns a description of each such element, filled while the test runs
 */
export async function watchFocus(page: Page): Promise<string[]> {
  const lost: string[] = [];
  await page.exposeFunction("slipwayFocusLost", (description: string) => lost.push(description));
  await page.addInitScript((settledMs) => {
    let last: Element | null = null;
    let moves = 0;
    const isGone = (element: Element) => !element.isConnected || element.matches(":disabled");
    addEventListener(
      "focusin",
      ({ target }) => {
        last = target instanceof Element ? target : null;
        moves += 1;
      },
      true,
    );
    addEventListener(
      "focusout",
      ({ target }) =>
        // An element that React removes is still connected here.
        queueMicrotask(() => {
          if (target === last && last !== null && !isGone(last)) last = null;
        }),
      true,
    );
    const check = () => {
      const element = last;
      if (element === null || !isGone(element)) return;
      last = null;
      const reason = element.isConnected ? "disabled" : "removed";
      const { href } = location;
      const before = moves;
      setTimeout(() => {
        if (moves !== before || location.href !== href) return;
        const { outerHTML } = element;
        window.slipwayFocusLost?.(`${reason} at ${href}: ${outerHTML.slice(0, 300)}`);
      }, settledMs);
    };
    const attributeFilter = ["disabled"];
    new MutationObserver(check).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter,
    });
  }, SETTLED_MS);
  return lost;
}
