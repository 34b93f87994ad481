import { call } from "@slipway-launchpad/client";
import type { Locator, Page } from "playwright/test";
import { getTokenMarks } from "@/lib/features/market/operations/positions";
import { launchFor, makeFees } from "../support/account";
import { seriousViolations } from "../support/axe";
import { forgetWritten, noteWritten, written } from "../support/canvas-text";
import { changeJson } from "../support/change-json";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";
import { PHONE } from "../support/touch";
import { bringBurner, newTrader } from "../support/trader";

const CHAIN = "base-sepolia";
/** Stores screenshots if this names a folder. */
const { E2E_SHOTS } = process.env;

async function shoot(page: Page, name: string): Promise<void> {
  if (E2E_SHOTS !== undefined) await page.screenshot({ path: `${E2E_SHOTS}/chart-${name}.png` });
}

/** A token that its creator and others bought, with a bid wall. */
async function marketOf(site: string, name: string) {
  const creator = await newTrader(site);
  const fields = { name, symbol: "CHART", creatorAddress: creator.address };
  const { token } = await launchFor(site, CHAIN, fields);
  await creator.buy(token, "0.05");
  const trader = await newTrader(site);
  await trader.buy(token, "0.02");
  await makeFees(site, CHAIN, token, "3");
  await makeFees(site, CHAIN, token, "0.1");
  const params = { chain: CHAIN, tokenAddress: token } as const;
  await expect(async () => {
    const headers = { "x-forwarded-for": newCaller() };
    const { marks, bidWall } = await call(getTokenMarks, { params }, { baseUrl: site, headers });
    expect(marks.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["creatorBuy", "wallMove"]),
    );
    expect(bidWall).not.toBeNull();
  }).toPass();
  return { token, trader };
}

let market: Awaited<ReturnType<typeof marketOf>>;
test.beforeAll(async ({ baseURL }) => {
  market = await marketOf(baseURL ?? "", "Charted");
});

/** The parts of the chart on a token's page. */
function chartOf(page: Page) {
  const card = page.locator("[data-slot=price-chart]");
  const button = (name: string | RegExp) => card.getByRole("button", { name, exact: true });
  return {
    card,
    button,
    canvas: card.getByRole("group", { name: /Use the arrow keys/ }),
    legend: card.locator("p").first(),
    draw: button("Draw a line"),
    marker: (name: string) =>
      card.getByRole("group", { name: "Markers" }).getByRole("button", { name }),
  };
}

async function openChart(page: Page, token = market.token) {
  await page.goto(`/${CHAIN}/${token}`);
  const chart = chartOf(page);
  await expect(chart.canvas.locator("canvas").first()).toBeVisible();
  return chart;
}

/** Opens the settings and returns them. */
async function openSettings(page: Page): Promise<Locator> {
  await chartOf(page).button("Chart settings").click();
  const settings = page.getByRole("dialog", { name: "Chart settings" });
  await expect(settings).toBeVisible();
  return settings;
}

/** Clicks the chart at a part of its height. */
async function clickAt(canvas: Locator, part: number): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  await canvas.click({ position: { x: box.width * 0.4, y: box.height * part } });
}

const marksOn = async (canvas: Locator) => Number(await canvas.getAttribute("data-marks"));
const linesOn = (canvas: Locator) => canvas.getAttribute("data-lines");

test("trades of the reader and the creator and moves of the bid wall are marked, and can be switched off", async ({
  page,
}) => {
  await bringBurner(page, market.trader);
  await noteWritten(page);
  const { canvas, marker } = await openChart(page);
  await expect(canvas).toHaveAttribute("data-own-trades", "1");
  await expect.poll(() => marksOn(canvas)).toBeGreaterThanOrEqual(3);
  const all = await marksOn(canvas);
  await expect.poll(() => written(page)).toEqual(expect.arrayContaining(["B", "Creator B"]));
  await shoot(page, "markers");
  for (const [at, name] of ["You", "Creator"].entries()) {
    await expect(marker(name)).toHaveAttribute("aria-pressed", "true");
    await marker(name).click();
    await expect(marker(name)).toHaveAttribute("aria-pressed", "false");
    await expect.poll(() => marksOn(canvas)).toBe(all - at - 1);
  }
  await marker("Bid wall").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => marksOn(canvas)).toBe(0);
  await page.reload();
  await expect(marker("Bid wall")).toHaveAttribute("aria-pressed", "false");
  await expect(canvas).toHaveAttribute("data-own-trades", "1");
  await expect(canvas).toHaveAttribute("data-marks", "0");
  await marker("Creator").dblclick();
  await marker("Creator").click();
  await expect.poll(() => marksOn(canvas)).toBe(1);
});

test("launch price and bid wall are labelled lines in both units and metrics, and can be switched off", async ({
  page,
}) => {
  await noteWritten(page);
  const { card, canvas } = await openChart(page);
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  await expect.poll(() => written(page)).toContain("Bid wall");
  for (const name of ["USD", "Price"]) {
    await forgetWritten(page);
    await card.getByRole("radio", { name, exact: true }).check({ force: true });
    await expect.poll(() => written(page)).toContain("Bid wall");
  }
  const settings = await openSettings(page);
  await settings.getByRole("checkbox", { name: "Launch price" }).uncheck();
  await expect(canvas).toHaveAttribute("data-lines", "wall");
  await settings.getByRole("checkbox", { name: "Bid wall price" }).uncheck();
  await expect(canvas).toHaveAttribute("data-lines", "");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(chartOf(page).button("Chart settings")).toBeFocused();
  await page.reload();
  await expect(canvas).toHaveAttribute("data-lines", "");
});

test("log scale, moving averages and volume are chosen once for all charts", async ({ page }) => {
  const { button, legend } = await openChart(page);
  await expect(legend).toContainText("Vol");
  await button("Log scale").click();
  await expect(button("Log scale")).toHaveAttribute("aria-pressed", "true");
  const settings = await openSettings(page);
  await expect(settings.getByRole("checkbox", { name: "Log scale" })).toBeChecked();
  await settings.getByRole("checkbox", { name: "Moving average, 7 bars" }).check();
  await settings.getByRole("checkbox", { name: "Moving average, 25 bars" }).check();
  await settings.getByRole("checkbox", { name: "Volume" }).uncheck();
  await shoot(page, "settings");
  await page.keyboard.press("Escape");
  const check = async () => {
    await expect(legend).toContainText(/MA 7 [\d.,₀-₉]+/);
    await expect(legend).toContainText("MA 25");
    await expect(legend).not.toContainText("Vol");
    await expect(button("Log scale")).toHaveAttribute("aria-pressed", "true");
  };
  await check();
  await page.reload();
  await check();
  await shoot(page, "averages");
});

test("broken stored settings and lines are ignored", async ({ page }) => {
  const key = `${CHAIN}:${market.token.toLowerCase()}`;
  const lines = JSON.stringify({ [key]: [1, "2", -3, null, 0], other: 5 });
  for (const [settings, drawn, expected] of [
    ["{", "[", "launch wall"],
    ['"text"', "7", "launch wall"],
    ['{"log":"yes","launchLine":false,"volume":null}', lines, "drawing wall"],
  ]) {
    await page.goto(`/${CHAIN}`);
    await page.evaluate(
      ([one = "", other = ""]) => {
        localStorage.setItem("slipway.chart", one);
        localStorage.setItem("slipway.chart-lines", other);
      },
      [settings, drawn],
    );
    const { canvas, legend, button } = await openChart(page);
    await expect(legend).toContainText("Vol");
    await expect(button("Log scale")).toHaveAttribute("aria-pressed", "false");
    await expect(canvas).toHaveAttribute("data-lines", expected ?? "");
  }
});

test("a button that jumps to the newest bar appears while that bar is out of view", async ({
  page,
}) => {
  const { canvas, button } = await openChart(page);
  const now = button("Now");
  await expect(now).toHaveCount(0);
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  const [x, y] = [box.x + 40, box.y + box.height * 0.6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + box.width * 0.8, y, { steps: 8 });
  await page.mouse.up();
  await expect(now).toBeVisible();
  await shoot(page, "away");
  await now.click();
  await expect(now).toHaveCount(0);
  await expect(canvas).toBeFocused();
});

test("a line is drawn with the mouse, kept for this token, and removed", async ({ page, site }) => {
  const { card, canvas, draw } = await openChart(page);
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  await clickAt(canvas, 0.3);
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  await draw.click();
  await expect(draw).toHaveAttribute("aria-pressed", "true");
  await expect(card.getByText("Select a price on the chart")).toBeVisible();
  await clickAt(canvas, 0.3);
  await expect(canvas).toHaveAttribute("data-lines", "drawing launch wall");
  await expect(draw).toHaveAttribute("aria-pressed", "false");
  await clickAt(canvas, 0.5);
  await expect(canvas).toHaveAttribute("data-lines", "drawing launch wall");
  await draw.dblclick();
  await clickAt(canvas, 0.5);
  await expect(canvas).toHaveAttribute("data-lines", "drawing launch wall");

  await page.reload();
  await expect(canvas).toHaveAttribute("data-lines", "drawing launch wall");
  const settings = await openSettings(page);
  const remove = settings.getByRole("button", { name: /^Remove line at .* ETH$/ });
  await expect(remove).toHaveCount(1);
  await page.keyboard.press("Escape");
  await card.getByRole("radio", { name: "USD" }).check({ force: true });
  await openSettings(page);
  await settings.getByRole("button", { name: /^Remove line at .* USD$/ }).click();
  await expect(settings.getByText("None yet.")).toBeVisible();
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  await page.keyboard.press("Escape");
  await draw.click();
  await clickAt(canvas, 0.4);

  const { token } = await launchFor(site, CHAIN, { name: "Another", symbol: "OTHER" });
  const other = await openChart(page, token);
  await expect(other.canvas).toHaveAttribute("data-lines", "launch");
});

test("a line is drawn and removed with the keyboard, and Escape cancels", async ({ page }) => {
  const { card, canvas, draw, button } = await openChart(page);
  await draw.focus();
  await page.keyboard.press("Enter");
  await expect(canvas).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(card.getByRole("status")).toHaveText(/^Line at .* Press Enter to add it\.$/);
  const first = await card.getByRole("status").textContent();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(card.getByRole("status")).not.toHaveText(first ?? "");
  await page.keyboard.press("Escape");
  await expect(draw).toBeFocused();
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  for (const press of ["ArrowUp", "ArrowDown"]) {
    await page.keyboard.press("Enter");
    await expect(canvas).toBeFocused();
    await page.keyboard.press(press);
    await page.keyboard.press("Enter");
    await expect(draw).toBeFocused();
  }
  await expect(canvas).toHaveAttribute("data-lines", "drawing drawing launch wall");
  await shoot(page, "lines");
  await button("Chart settings").press("Enter");
  const settings = page.getByRole("dialog", { name: "Chart settings" });
  expect(await seriousViolations(page)).toEqual([]);
  await settings.getByRole("button", { name: "Remove all lines" }).press("Enter");
  await expect(canvas).toHaveAttribute("data-lines", "launch wall");
  // The removed button does not take the focus out of the menu.
  expect(await settings.evaluate((menu) => menu.contains(document.activeElement))).toBe(true);
});

test("a token has at most 20 lines", async ({ page }) => {
  const key = `${CHAIN}:${market.token.toLowerCase()}`;
  await page.addInitScript((token) => {
    const lines = Array.from({ length: 30 }, (_, nth) => 1 + nth / 100);
    if (localStorage.getItem("slipway.chart-lines") === null) {
      localStorage.setItem("slipway.chart-lines", JSON.stringify({ [token]: lines }));
    }
  }, key);
  const { canvas, card, draw } = await openChart(page);
  await expect.poll(async () => (await linesOn(canvas))?.split("drawing").length).toBe(21);
  await expect(card.getByRole("button", { name: /^Remove a line to draw another/ })).toBeDisabled();
  const settings = await openSettings(page);
  await expect(settings.getByText("Your lines (20 of 20)")).toBeVisible();
  await settings
    .getByRole("button", { name: /^Remove line at/ })
    .first()
    .click();
  await expect(draw).toBeEnabled();
});

test("the chart fills the screen and leaves it with everything else unchanged", async ({
  page,
}) => {
  const { card, canvas, button, draw } = await openChart(page);
  const before = await card.boundingBox();
  await button("Fullscreen").click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(button("Exit fullscreen")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await card.boundingBox())?.width).toBe(1280);
  await expect.poll(async () => (await canvas.boundingBox())?.height).toBeGreaterThan(600);
  // Tools, settings and the interval work in it.
  await card.getByRole("radio", { name: "5m", exact: true }).check({ force: true });
  await expect(canvas).toHaveAccessibleName(/5m candles/);
  const settings = await openSettings(page);
  await settings.getByRole("checkbox", { name: "Moving average, 7 bars" }).check();
  await shoot(page, "fullscreen");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await card.getByRole("button", { name: "Show table" }).click();
  await expect(card.getByRole("table")).toBeVisible();
  await expect(draw).toHaveCount(0);
  await card.getByRole("button", { name: "Show chart" }).click();
  await button("Exit fullscreen").click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(button("Fullscreen")).toBeFocused();
  expect((await card.boundingBox())?.width).toBe(before?.width);

  // The browser exits by itself, for example with Escape.
  await button("Fullscreen").click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.evaluate(() => document.exitFullscreen());
  await expect(button("Fullscreen")).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("banner")).not.toHaveAttribute("inert");
});

test.describe("on a phone without the Fullscreen API", () => {
  test.use({ ...PHONE, viewport: { width: 320, height: 640 } });
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, "requestFullscreen");
    });
  });

  test("the chart covers the page, keeps the focus inside, and Escape leaves", async ({ page }) => {
    const { card, canvas, button } = await openChart(page);
    await button("Fullscreen").tap();
    await expect.poll(() => card.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 });
    await expect.poll(async () => (await canvas.boundingBox())?.height).toBeGreaterThan(400);
    await shoot(page, "phone-full");
    expect(await seriousViolations(page)).toEqual([]);
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press("Tab");
      const outside = () => {
        const focused = document.activeElement;
        const isPage = focused === null || focused === document.body;
        return !isPage && focused.closest("[data-slot=price-chart]") === null;
      };
      expect(await page.evaluate(outside)).toBe(false);
    }
    const settings = await openSettings(page);
    await page.keyboard.press("Escape");
    await expect(settings).toBeHidden();
    await expect(button("Exit fullscreen")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button("Fullscreen")).toBeVisible();
    await expect(page.getByRole("banner")).not.toHaveAttribute("inert");
    // No state is left after leaving the page in fullscreen.
    await button("Fullscreen").tap();
    await page.goBack();
    await page.goto(`/${CHAIN}`);
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
  });

  test("tools fit, a tap draws a line, and both themes are accessible", async ({ page }) => {
    const { canvas, draw } = await openChart(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
      const tools = page.getByRole("group", { name: "Chart tools" });
      expect(await tools.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
      await canvas.scrollIntoViewIfNeeded();
      await shoot(page, `phone-${colorScheme}`);
    }
    await draw.tap();
    const box = await canvas.boundingBox();
    await canvas.tap({ position: { x: 100, y: (box?.height ?? 0) * 0.4 } });
    await expect.poll(() => linesOn(canvas)).toBe("drawing launch wall");
    const settings = await openSettings(page);
    await settings.getByRole("checkbox", { name: "Moving average, 25 bars" }).check();
    await shoot(page, "phone-settings");
    expect(await seriousViolations(page)).toEqual([]);
    await settings.getByRole("button", { name: /^Remove line/ }).tap();
    await expect.poll(() => linesOn(canvas)).toBe("launch wall");
  });
});

test.describe("without trades or marks", () => {
  test.use({ expectedProblem: /status of 500/ });

  test("an empty chart says so and has no tools", async ({ page }) => {
    await page.route(/\/candles\?/, (route) =>
      changeJson(route, (answer) => ({ ...Object(answer), candles: [] })),
    );
    await page.goto(`/${CHAIN}/${market.token}`);
    const card = page.locator("[data-slot=price-chart]");
    await expect(card.getByText("No trades yet")).toBeVisible();
    await expect(card.getByRole("group", { name: "Chart tools" })).toHaveCount(0);
    expect(await seriousViolations(page)).toEqual([]);
  });

  test("shows prices and the launch while marks cannot be read", async ({ page }) => {
    await page.route(/\/marks$/, (route) =>
      route.fulfill({ status: 500, json: { error: "Internal server error" } }),
    );
    const { canvas, legend } = await openChart(page);
    await expect(legend).toContainText("ETH");
    await expect(canvas).toHaveAttribute("data-lines", "launch");
  });
});
