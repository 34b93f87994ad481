import type { Page, Request, Route } from "playwright/test";
import { expect } from "./test";

/** A part of a page that a test delays. */
export type Part = { name: string; is: (url: URL) => boolean };

const isFont = (url: URL) => url.pathname.endsWith(".woff2");
const isScript = (url: URL) => url.pathname.endsWith(".js");
const isStream = (url: URL) => url.pathname.endsWith("/stream");
const isData = (url: URL) =>
  /^\/(v1|api|rpc|healthz|readyz|livez|openapi)(\/|$)/.test(url.pathname) && !isStream(url);

export const FONTS: Part = { name: "fonts", is: isFont };
export const SCRIPTS: Part = { name: "scripts", is: isScript };
export const DATA: Part = { name: "data", is: isData };

/** Holds every request of a part until `release` is called; later requests pass. */
export async function holdPart(page: Page, part: Part) {
  let isOpen = false;
  const held = new Set<Route>();
  const forward = (route: Route) =>
    // The user may have left the page meanwhile.
    route.fallback().catch(() => {});
  const handler = (route: Route) => {
    if (isOpen) return forward(route);
    held.add(route);
    return undefined;
  };
  await page.route(part.is, handler);
  return {
    requests: () => [...held].map((route) => route.request()),
    async release() {
      isOpen = true;
      await Promise.all([...held].map(forward));
    },
  };
}

/** Tracks the requests of a page, so that a test knows when none is open. */
export function watchRequests(page: Page): { pending(): Request[] } {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!isStream(new URL(request.url()))) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return { pending: () => [...open] };
}

/** Waits until the browser has rendered. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Waits until only this part is missing, so that it arrives last. */
export async function untilOnly(
  page: Page,
  requests: { pending(): Request[] },
  held: { requests(): Request[] },
): Promise<void> {
  const others = () => {
    const known = held.requests();
    return requests.pending().filter((request) => !known.includes(request));
  };
  await expect(async () => {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestIdleCallback(() => resolve(), { timeout: 2_000 });
        }),
    );
    expect(others().map((request) => request.url())).toEqual([]);
    await painted(page);
    expect(others().map((request) => request.url())).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/**
 * Waits until everything is loaded and rendered: fonts, scripts, data. Sections far below the
 * screen only load when a reader scrolls.
 */
export async function settled(page: Page, requests: { pending(): Request[] }): Promise<void> {
  await expect(async () => {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          void document.fonts.ready.then(() =>
            requestIdleCallback(() => resolve(), { timeout: 2_000 }),
          );
        }),
    );
    expect(requests.pending().map((request) => request.url())).toEqual([]);
    expect(await page.locator("main [data-slot=skeleton]").evaluateAll(countInView)).toBe(0);
    await painted(page);
    expect(requests.pending().map((request) => request.url())).toEqual([]);
  }).toPass({ timeout: 60_000, intervals: [50] });
}

function countInView(elements: Element[]): number {
  return elements.filter((element) => element.getBoundingClientRect().top < innerHeight).length;
}

/** The elements that moved without user input, and the total shift. */
export async function movedParts(page: Page): Promise<{ sum: number; parts: string[] }> {
  return page.evaluate(() => window.slipwayMoved ?? { sum: Number.NaN, parts: [] });
}

/** Records every layout shift from the first byte on, with the moved elements. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: { sum: number; parts: string[] } = { sum: 0, parts: [] };
    window.slipwayMoved = moved;
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      if (element === null) return "?";
      const slot = element.closest("[data-slot]")?.getAttribute("data-slot") ?? "";
      const text = (element.textContent ?? "").trim().slice(0, 30);
      return `${element.tagName.toLowerCase()}[${slot}] "${text}"`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry) || typeof entry.value !== "number") continue;
        if ("hadRecentInput" in entry && entry.hadRecentInput === true) continue;
        moved.sum += entry.value;
        const sources = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        for (const { node, previousRect, currentRect } of sources) {
          const rect = ({ x, y, width, height }: DOMRect) =>
            `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
          moved.parts.push(
            `${entry.value.toFixed(4)} ${describe(node)} ${rect(previousRect)} → ${rect(currentRect)}`,
          );
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

declare global {
  interface Window {
    slipwayMoved?: { sum: number; parts: string[] };
  }
}
