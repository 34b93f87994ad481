import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { z } from "zod";
import { getLaunchStatus, launchMemecoin } from "@/lib/features/launch/operations";
import { fillRoute, pageRoutes } from "../../setup/api/page-routes";
import { openConsole } from "../support/admin";
import { seriousViolations } from "../support/axe";
import { settled, watchRequests } from "../support/late-parts";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";
import { newTrader } from "../support/trader";

/** A page is loaded once and fitted to all of these widths; axe checks some of them. */
const WIDTHS = [320, 390, 768, 1280, 1920];
const AXE_WIDTHS = [320, 768, 1920];
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Pages that have no file of their own, or more than one state. */
const MORE = [
  ...["/explore?view=cards", "/explore?list=watchlist", "/launch?step=media", "/launch?step=fees"],
  ...["/launch?step=price", "/launch?step=review", "/[chain]/[tokenAddress]/embed"],
  ...["/[chain]/[missing]", "/launch/[chain]/unknown-job", "/nothing-here"],
];
/** Third-party content: loaded in each theme, and checked in the two usual sizes. */
const FOREIGN = "/docs/reference";

const values: Record<string, string> = {
  chain: "base-sepolia",
  missing: `0x${"2".repeat(40)}`,
  name: "terms",
};

test.beforeAll(async ({ baseURL }) => {
  const site = { baseUrl: baseURL ?? "", headers: { "x-forwarded-for": newCaller() } };
  const body = { name: "Every Page", symbol: "EVERY", description: "Checked.", imageIpfs: PICTURE };
  const params = { chain: "base-sepolia" } as const;
  const accepted = await call(launchMemecoin, { params, body }, site);
  if (!("jobId" in accepted)) throw new Error("The launch was not queued");
  const { jobId, expectedAddress } = accepted;
  await expect(async () => {
    const { state } = await call(getLaunchStatus, { params: { jobId } }, site);
    expect(state).toBe("completed");
  }).toPass({ timeout: 60_000 });
  const trader = await newTrader(site.baseUrl);
  await trader.buy(expectedAddress, "0.01");
  Object.assign(values, { jobId, tokenAddress: expectedAddress, address: trader.address });
});

/** A CID of any image; no test reads it. */
const PICTURE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";

test.describe("every page is accessible from 320 to 1920 pixels, in both themes", () => {
  test.describe.configure({ mode: "parallel" });
  test.use({ expectedProblem: /status of 40[13]|status of 404/ });
  test.setTimeout(120_000);

  for (const route of [...pageRoutes(), ...MORE].filter((one) => one !== FOREIGN)) {
    test(route, async ({ page }) => {
      await open(page, route);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysOverflow(page), `${width} px`).toBe(0);
        if (!AXE_WIDTHS.includes(width)) continue;
        expect(await seriousViolations(page), `${width} px`).toEqual([]);
        // The themes differ only in their colors.
        await page.emulateMedia({ colorScheme: "light" });
        expect(await seriousViolations(page, COLOR_RULES), `${width} px, light`).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
      }
    });
  }
  for (const colorScheme of ["dark", "light"] as const) {
    test(`${FOREIGN}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(FOREIGN);
      // The third-party viewer reloads its documents at any time, so its requests are not awaited.
      const operation = page.getByRole("heading", { name: "Launch a token", exact: true });
      await expect(operation).toBeAttached();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysOverflow(page), `${width} px`).toBe(0);
        expect(await seriousViolations(page), `${width} px`).toEqual([]);
      }
    });
  }
});

test.describe("every page hydrates for readers with decimal commas and another day", () => {
  test.describe.configure({ mode: "parallel" });
  // The server writes the first version, and neither its language nor its time zone is the reader's.
  test.use({
    expectedProblem: /status of 40[13]|status of 404/,
    locale: "de-DE",
    timezoneId: "Pacific/Kiritimati",
  });

  for (const route of [...pageRoutes(), ...MORE].filter((one) => one !== FOREIGN)) {
    test(route, ({ page }) => open(page, route));
  }
});

async function open(page: Page, route: string): Promise<void> {
  const requests = watchRequests(page);
  const path = fillRoute(route, values);
  if (route === "/outbox") {
    const file = join(process.env.E2E_DATA_DIR ?? "", "secrets.json");
    const secrets: unknown = JSON.parse(await readFile(file, "utf8"));
    const { outboxKey } = z.object({ outboxKey: z.string() }).parse(secrets);
    await page.request.get(`/outbox/open?key=${outboxKey}`);
  }
  if (route.startsWith("/admin")) await openConsole(page, "operator", path);
  else await page.goto(path);
  await settled(page, requests);
}
