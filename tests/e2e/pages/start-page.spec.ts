import type { Page } from "playwright/test";
import { z } from "zod";
import { seriousViolations } from "../support/axe";
import { changeJson } from "../support/change-json";
import { holdPart, SCRIPTS, settled, watchRequests } from "../support/late-parts";
import { launchToken } from "../support/launch-token";
import { expect, layoutShift, sidewaysOverflow, test } from "../support/test";

test("a token launched over HTTP appears on the open page with image and name", async ({
  page,
  site,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Just launched" })).toBeVisible();
  const name = `First Light ${Date.now()}`;
  const address = await launchToken(site, "base-sepolia", { name });
  const card = page.getByRole("article").filter({ hasText: name }).first();
  await expect(card).toBeVisible();
  await expect(card.getByText("Base Sepolia")).toBeVisible();
  await expect(card.getByText(/^\d.* ETH$/).first()).toBeVisible();
  await expect
    .poll(() => card.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(card.getByRole("link", { name })).toHaveAttribute(
    "href",
    `/base-sepolia/${address}`,
  );
  expect(await layoutShift(page)).toBeLessThan(0.05);
});

test("an opened page requests no list again, and misses no token of the time before its stream", async ({
  page,
  context,
  site,
}) => {
  const scripts = await holdPart(page, SCRIPTS);
  const lists = watchLists(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Just launched" })).toBeVisible();
  const name = `Between ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name });
  const opened = page.waitForResponse((response) =>
    response.url().includes("/base-sepolia/stream"),
  );
  await scripts.release();
  await opened;
  const openedAt = Date.now();
  await expect(page.getByRole("article").filter({ hasText: name }).first()).toBeVisible();

  // A second tab takes the events of the first one's stream.
  const tab = await context.newPage();
  const ofTab = watchLists(tab);
  let hasStream = false;
  tab.on("request", (request) => {
    hasStream ||= request.url().includes("/stream");
  });
  await tab.goto("/");
  await expect(tab.getByRole("article").filter({ hasText: name }).first()).toBeVisible();
  const later = `Later ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name: later });
  for (const open of [page, tab]) {
    await expect(open.getByRole("article").filter({ hasText: later }).first()).toBeVisible();
  }
  expect({ ofTab, hasStream }).toEqual({ ofTab: [], hasStream: false });
  // After ten seconds it reads them for what is in no block.
  expect(lists.filter(({ at }) => at < openedAt + 8_000)).toEqual([]);
});

/**
 * Records which newest tokens a page requests. It also requests a ranking when a token of another test
 * is traded and climbs into it.
 */
function watchLists(page: Page): { path: string; at: number }[] {
  const lists: { path: string; at: number }[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/[a-z-]+\/tokens\/new$/.test(pathname))
      lists.push({ path: pathname, at: Date.now() });
  });
  return lists;
}

test("new tokens are held back while the user hovers the list", async ({ page, site }) => {
  const first = `Held ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name: first });
  await page.goto("/base-sepolia");
  const list = page.getByRole("region", { name: "Just launched" });
  const card = list.getByRole("article").filter({ hasText: first });
  await card.hover();
  // Another launch may have come just before the pointer: wait for the end of its slide.
  const moving = () =>
    list.evaluate(
      (node) =>
        node.getAnimations({ subtree: true }).filter((one) => one instanceof CSSTransition).length,
    );
  await expect.poll(moving).toBe(0);
  const before = await card.boundingBox();
  const second = `Waiting ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name: second });
  const show = list.getByRole("button", { name: /^\d+ new$/ });
  await expect(show).toBeVisible();
  await expect(list.getByText(second)).toHaveCount(0);
  expect(await card.boundingBox()).toEqual(before);
  // The launch of another test may have come first: then this one waits after it.
  await expect(async () => {
    if (await show.isVisible()) await show.click();
    await expect(list.getByText(second)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
});

test("the list shows the token", async ({ page, site }) => {
  const name = `Listed ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name });
  // Newest first: among the launches of other tests, a token without trades may rank out of view.
  await page.goto("/base-sepolia?tab=new");
  const ranking = page.getByRole("region", { name: "Explore" });
  await expect(ranking.getByRole("link", { name, exact: true })).toBeVisible();
});

test("the tabs switch between chains", async ({ page, site }) => {
  const name = `Only on Sepolia ${Date.now()}`;
  await launchToken(site, "base-sepolia", { name });
  await page.goto("/explore");
  const chains = page.getByRole("navigation", { name: "Chains" });
  await expect(chains.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "page");
  await chains.getByRole("link", { name: "Base Sepolia" }).click();
  await expect(page).toHaveURL("/base-sepolia");
  await expect(chains.getByRole("link", { name: "Base Sepolia" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
  await chains.getByRole("link", { name: "Base", exact: true }).click();
  await expect(page).toHaveURL("/base");
  await expect(page.getByText("live").first()).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("a chain without tokens shows how to launch the first", async ({ page }) => {
  // Other tests launch on every chain: the lists respond as before the first of them.
  const list = z.looseObject({ data: z.array(z.unknown()) });
  await page.route(/\/v1\/base\/tokens(\/new)?(\?|$)/, (route) =>
    changeJson(route, (answer) => ({ ...list.parse(answer), data: [] })),
  );
  // The page arrives with its lists and only reads them again when events are missing.
  const reset = { id: "1-end", event: "reset", data: { block: 1, reason: "too_old" } };
  await page.route(/\/v1\/base\/stream\?/, (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: `id: ${reset.id}\nevent: ${reset.event}\ndata: ${JSON.stringify(reset.data)}\n\n`,
    }),
  );
  await page.goto("/base");
  await expect(page.getByText("No tokens yet. Launch the first one.")).toBeVisible();
  await page.getByRole("link", { name: "Launch a token" }).click();
  await expect(page).toHaveURL("/launch?chain=base");
});

test("every page shows the sandbox badge", async ({ page }) => {
  for (const path of ["/", "/base", "/docs/errors"]) {
    await page.goto(path);
    await expect(page.getByRole("banner").getByText("Sandbox")).toBeVisible();
  }
});

for (const [device, viewport] of [
  ["desktop", { width: 1280, height: 720 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test(`a first visit on a ${device} shows what it is, two actions and live tokens`, async ({
    page,
    site,
  }) => {
    const name = `First screen ${Date.now()}`;
    await launchToken(site, "base-sepolia", { name });
    await page.setViewportSize(viewport);
    await page.goto("/");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Launch a token in seconds. No wallet, no gas.");
    const card = page
      .getByRole("region", { name: "Just launched" })
      .getByRole("article")
      .filter({ hasText: name });
    const main = page.getByRole("main");
    for (const part of [
      title,
      main.getByRole("link", { name: "Launch a token", exact: true }),
      main.getByRole("link", { name: "Explore tokens" }),
      card,
      card.getByText(/^\d.* ETH$/),
    ]) {
      // Not 1: the strip cuts fractions of a pixel.
      await expect(part).toBeInViewport({ ratio: 0.99 });
    }
    for (const { title } of [
      { title: "How it works" },
      { title: "What the contracts guarantee" },
      { title: "Risks" },
    ]) {
      await expect(page.getByRole("region", { name: title })).toBeVisible();
    }
    await expect(main.getByRole("link", { name: "read the API docs" })).toHaveAttribute(
      "href",
      "/docs",
    );
    expect(await layoutShift(page)).toBeLessThan(0.05);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
  });
}

test("a returning visitor gets the explorer in the first response", async ({ page, site }) => {
  await launchToken(site, "base-sepolia", { name: `Returned ${Date.now()}` });
  await page.goto("/");
  await expect(page.locator('[data-slot="hero"]')).toBeVisible();
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(names).toContain("slipway.visited");
  const answer = await page.reload();
  expect((await answer?.text())?.includes("No wallet, no gas.</h1>")).toBe(false);
  const explorer = page.getByRole("region", { name: "Explore" });
  await expect(explorer.getByRole("article")).not.toHaveCount(0);
  await expect(page.locator('[data-slot="hero"]')).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tokens");
  expect(await layoutShift(page)).toBeLessThan(0.05);
  // The introduction stays reachable.
  await page.getByRole("contentinfo").getByRole("link", { name: "How it works" }).click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("region", { name: "Risks" })).toBeVisible();
});

for (const path of ["/", "/explore?tab=new", "/base-sepolia?tab=new"]) {
  test(`${path} arrives with its rows`, async ({ browser, site }) => {
    const name = `Arrived ${Date.now()}`;
    await launchToken(site, "base-sepolia", { name });
    const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
    const page = await context.newPage();
    // Without scripts it stays as it arrived, which may be before the token was indexed.
    await expect(async () => {
      await page.goto(path);
      expect(await page.getByRole("link", { name, exact: true }).count()).toBeGreaterThan(0);
    }).toPass();
    // By the server's clock, so that it does not change when the page has its own clock.
    await expect(page.getByRole("article").first().locator("time").first()).toHaveText(
      /^(now|\d+[smhd])$/,
    );
    await context.close();
  });
}

const HINT = "//# allFunctionsCalledOnLoad\n";

test("browsers compile the chart's script while they load it", async ({ page, site }) => {
  const address = await launchToken(site, "base-sepolia", { name: `Compiled ${Date.now()}` });
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.text());
  });
  await page.goto(`/base-sepolia/${address}`);
  await expect(page.locator("canvas").first()).toBeVisible();
  const charts = (await Promise.all(scripts)).filter((text) => text.includes("crosshair"));
  expect(charts.length).toBeGreaterThan(0);
  expect(charts.filter((text) => !text.startsWith(HINT))).toEqual([]);
});

test("browsers compile the first scripts while they load them", async ({ page, request }) => {
  // Parsed without being run: a running page adds the scripts of its late parts.
  const scripts = await page.evaluate(
    (html) =>
      [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("script[src]")]
        // Excludes scripts for old browsers, which current ones do not load.
        .filter((script) => !script.hasAttribute("nomodule"))
        .map((script) => script.getAttribute("src") ?? ""),
    await (await request.get("/explore")).text(),
  );
  const texts = await Promise.all(
    scripts.map(async (path) => ({ path, text: await (await request.get(path)).text() })),
  );
  expect(texts.length).toBeGreaterThan(3);
  const plain = texts.filter(({ text }) => !text.startsWith(HINT));
  expect(plain.map(({ path }) => path)).toEqual([]);
});

test("the start page leads to the explorer and to the wizard", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Explore tokens" }).click();
  await expect(page).toHaveURL("/explore");
  await page.goBack();
  await main.getByRole("link", { name: "Launch a token", exact: true }).click();
  await expect(page).toHaveURL("/launch");
});

test("creator content is rendered as text", async ({ page, site }) => {
  const name = "<img src=x onerror=alert(1)>";
  const address = await launchToken(site, "base-sepolia", { name, description: "<b>bold</b>" });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.goto("/base-sepolia");
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
  await page.goto(`/base-sepolia/${address}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("<b>bold</b>")).toBeVisible();
  expect(dialogs).toEqual([]);
});

test.describe("without a response", () => {
  test.use({ expectedProblem: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  test("a list shows the error and retries on request", async ({ page }) => {
    await page.goto("/base-sepolia");
    await page.route("/v1/**", (route) => route.abort());
    // The page has arrived with its first list.
    await page.getByRole("region", { name: "Explore" }).getByText("Gainers").click();
    const problem = page.getByRole("alert").filter({ hasText: "Could not load tokens" }).first();
    await expect(problem).toBeVisible();
    await page.unroute("/v1/**");
    await problem.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("live").first()).toBeVisible();
  });

  test("an offline page keeps its data and shows a notice", async ({ page, context, site }) => {
    const name = `Kept ${Date.now()}`;
    await launchToken(site, "base-sepolia", { name });
    await page.goto("/base-sepolia");
    await expect(page.getByRole("link", { name }).first()).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You’re offline.")).toBeVisible();
    await expect(page.getByRole("link", { name }).first()).toBeVisible();
    // A link that cannot be followed must not replace the page.
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByText("Links work again when you reconnect")).toBeVisible();
    await expect(page).toHaveURL("/base-sepolia");
    expect(await seriousViolations(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText("You’re offline.")).toHaveCount(0);
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  });
});

/** On a phone less is in view, so less loads before its reader scrolls. */
const SCREENS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
type Screen = keyof typeof SCREENS;

/**
 * The maximum that a page may load before any input: kB of scripts as sent, and requests. Each limit
 * is 1 to 2 kB above today's size, because compression moves it by some bytes with every change.
 */
const WEIGHTS: Record<string, { path: string; kB: Record<Screen, number>; requests: number }> = {
  "start page": { path: "/", kB: { desktop: 172, phone: 172 }, requests: 30 },
  explorer: { path: "/explore", kB: { desktop: 179, phone: 179 }, requests: 30 },
  "token page": { path: "a token", kB: { desktop: 252, phone: 248 }, requests: 30 },
};

for (const [name, { path, kB, requests: most }] of Object.entries(WEIGHTS)) {
  for (const screen of ["desktop", "phone"] as const) {
    const title = `${name} loads at most ${kB[screen]} kB of scripts in ${most} requests on a ${screen}`;
    test(`the ${title}`, async ({ page, site }) => {
      await page.setViewportSize(SCREENS[screen]);
      const address = await launchToken(site, "base-sepolia", { name: `Weighed ${Date.now()}` });
      const isToken = path === "a token";
      const { bytes, requests } = await weigh(
        page,
        isToken ? `/base-sepolia/${address}` : path,
        async () => {
          if (!isToken) return expect(page.getByRole("article")).not.toHaveCount(0);
          await expect(page.locator("canvas").first()).toBeVisible();
          await expect(page.getByRole("textbox", { name: "You pay" })).toBeVisible();
        },
      );
      expect(bytes).toBeLessThanOrEqual(kB[screen] * 1_000);
      expect(requests).toBeLessThanOrEqual(most);
    });
  }
}

/** Bytes of scripts, compressed, and the number of requests, once the page follows the market. */
async function weigh(page: Page, path: string, ready: () => Promise<void>) {
  // The code that follows the market loads last: it is loaded once a stream is open.
  const streamOpen = page.waitForResponse(
    (answer) => answer.url().includes("/stream") && answer.status() === 200,
  );
  const pending = watchRequests(page);
  await page.goto(path);
  await ready();
  await streamOpen;
  // Once the stream is open, the page refetches its data.
  await settled(page, pending);
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => ({ name: entry.name, bytes: Number(entry.toJSON().encodedBodySize) })),
  );
  const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const { name, bytes } of scripts) expect(bytes, name).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  // The document and a stream are not entries. The number of pictures depends on the tokens in
  // view.
  const requests = 2 + entries.filter(({ name }) => !name.includes("/ipfs/")).length;
  test.info().annotations.push({
    type: "first load",
    description: `${path}: ${bytes} bytes of scripts, ${requests} requests`,
  });
  return { bytes, requests };
}
