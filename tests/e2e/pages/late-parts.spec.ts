import {
  DATA,
  FONTS,
  holdPart,
  movedParts,
  noteShifts,
  SCRIPTS,
  settled,
  untilOnly,
  watchRequests,
} from "../support/late-parts";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { newTrader } from "../support/trader";

/** The sum of all shifts of a page's life, which is more than the metric CLS counts. */
const SHIFT_MAX = 0.01;
const SLOWER = 4;
/** Download speed of the page itself. */
const BYTES_PER_SECOND = 20_000;
const WIDTHS = [360, 1280];
const PAGES = [
  "/",
  "/base-sepolia",
  "/base-sepolia?view=cards",
  "a token",
  "/launch",
  "/launch?step=fees",
  "/managers",
  "/account",
  "/status",
  "/docs",
  "/docs/errors",
  "/docs/limits",
  "/docs/stream",
  "/docs/reference",
];

const hasData = (path: string) => !path.startsWith("/docs") && path !== "/managers";

let token = "";

test.beforeAll(async ({ baseURL }) => {
  const site = baseURL ?? "";
  token = await launchToken(site, "base-sepolia", {
    name: "Late Parts",
    websiteUrl: "https://example.com",
  });
  const trader = await newTrader(site);
  await trader.buy(token, "0.01");
});

test.describe("late sections cause no layout shift", () => {
  test.describe.configure({ mode: "parallel" });
  test.use({ expectedProblem: /status of 404/ });
  test.setTimeout(120_000);

  for (const path of PAGES) {
    for (const width of WIDTHS) {
      test(`${path} at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await noteShifts(page);
        const requests = watchRequests(page);
        const address = path === "a token" ? `/base-sepolia/${token}` : path;
        const moved: string[] = [];
        for (const part of [FONTS, SCRIPTS, DATA]) {
          const held = await holdPart(page, part);
          await page.goto(address, { waitUntil: "commit" });
          await expect(page.getByRole("contentinfo")).toBeAttached();
          if (part !== DATA || hasData(path)) {
            await expect.poll(() => held.requests().length, part.name).toBeGreaterThan(0);
          }
          await untilOnly(page, requests, held);
          await held.release();
          await settled(page, requests);
          const { sum, parts } = await movedParts(page);
          if (sum > SHIFT_MAX) moved.push(`late ${part.name}: ${sum.toFixed(4)}`, ...parts);
          await page.unrouteAll({ behavior: "ignoreErrors" });
        }
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        const slow = { offline: false, latency: 100, uploadThroughput: -1 };
        await session.send("Network.emulateNetworkConditions", {
          ...slow,
          downloadThroughput: BYTES_PER_SECOND,
        });
        const later = await holdPart(page, SCRIPTS);
        await page.goto(address, { waitUntil: "commit" });
        await expect(page.getByRole("contentinfo")).toBeAttached();
        await session.send("Network.emulateNetworkConditions", {
          ...slow,
          latency: 0,
          downloadThroughput: -1,
        });
        await later.release();
        await settled(page, requests);
        const trickled = await movedParts(page);
        if (trickled.sum > SHIFT_MAX) {
          moved.push(`slow network: ${trickled.sum.toFixed(4)}`, ...trickled.parts);
        }
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
        await page.goto(address, { waitUntil: "commit" });
        await settled(page, requests);
        const { sum, parts } = await movedParts(page);
        if (sum > SHIFT_MAX) moved.push(`slow processor: ${sum.toFixed(4)}`, ...parts);
        expect(moved).toEqual([]);
      });
    }
  }
});
