import type { Locator } from "playwright/test";
import { launchFor } from "../support/account";
import { bringDraft } from "../support/draft";
import { settled, watchRequests } from "../support/late-parts";
import { launchToken } from "../support/launch-token";
import { expect, sidewaysOverflow, test } from "../support/test";
import { newTrader } from "../support/trader";

const CHAIN = "base-sepolia";

/** Parts of an element's look that forced colors preserve. */
function lookOf(element: Locator) {
  return element.evaluate((node) => {
    const { backgroundColor, outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(node);
    return { backgroundColor, outline: `${outlineStyle} ${outlineWidth}`, borderTopWidth };
  });
}

test.describe("with forced colors", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("what is selected differs from the rest, and buttons have an outline", async ({
    page,
    site,
  }) => {
    const token = await launchToken(site, CHAIN, { name: `Contrast ${Date.now()}` });
    await page.goto(`/${CHAIN}/${token}`);
    const differ = async (chosen: Locator, other: Locator) => {
      const [one, two] = [await lookOf(chosen.first()), await lookOf(other.first())];
      expect(one.backgroundColor).not.toBe(two.backgroundColor);
    };
    await differ(page.getByRole("tab", { name: "Buy" }), page.getByRole("tab", { name: "Sell" }));
    const segment = page.locator('[data-slot="segmented"] label');
    await differ(
      segment.filter({ has: page.locator(":checked") }),
      segment.filter({ has: page.locator("input:not(:checked)") }),
    );
    const nav = page.getByRole("navigation", { name: "Main" }).locator("visible=true");
    await differ(
      nav.getByRole("link", { name: "Explore" }),
      nav.getByRole("link", { name: "Docs" }),
    );
    const account = await lookOf(page.getByRole("button", { name: /^Account/ }));
    expect(account.outline === "solid 1px" || account.borderTopWidth === "1px").toBe(true);

    await bringDraft(page);
    await page.goto("/launch?step=price");
    const bar = page.locator('[data-slot="stepper"] button > span[aria-hidden]');
    await expect(bar).not.toHaveCount(0);
    const bars = await bar.evaluateAll((nodes) =>
      nodes.map((node) => getComputedStyle(node).backgroundColor),
    );
    expect(new Set(bars).size, bars.join(", ")).toBe(3);
    const primary = await lookOf(page.getByRole("button", { name: "Continue" }));
    expect(primary.outline).toBe("solid 1px");
  });
});

test("the search has room for a name on tablets", async ({ page }) => {
  await page.goto("/explore");
  const field = page.getByRole("combobox", { name: "Search tokens" });
  for (const width of [640, 768, 800, 834, 1023, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const room = await field.evaluate((node) => {
      const { paddingLeft, paddingRight } = getComputedStyle(node);
      return node.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    });
    expect(room, `${width} px`).toBeGreaterThan(100);
    const badge = await page.getByRole("banner").getByText("Sandbox").boundingBox();
    const search = await field.boundingBox();
    expect(badge?.x, `${width} px`).toBeGreaterThanOrEqual((search?.x ?? 0) + (search?.width ?? 0));
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});

test("bars leave most of a short screen to the page", async ({ page, site }) => {
  const token = await launchToken(site, CHAIN, { name: `Landscape ${Date.now()}` });
  await page.goto(`/${CHAIN}/${token}`);
  await expect(page.getByRole("tab", { name: "Buy" })).toBeVisible();
  for (const { width, height } of [
    { width: 844, height: 390 },
    { width: 320, height: 200 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 500));
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('[data-slot="header"], [data-slot="trade-bar"]')].reduce(
        (sum, bar) => {
          const { top, bottom } = bar.getBoundingClientRect();
          return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
        },
        0,
      ),
    );
    expect(covered, `${width} × ${height}`).toBeLessThan(height / 6);
  }
});

test.describe("of a page that does not exist", () => {
  test.use({ expectedProblem: /status of 404/ });

  for (const path of [
    "/nothing-here",
    "/nothing/here",
    "/nothing/at/all/here",
    "/nothing/address/0x1111111111111111111111111111111111111111",
    "/legal/nothing",
    "/launch/nothing/job",
    "/base-sepolia/nothing",
  ]) {
    test(`the title stays "Not found": ${path}`, async ({ page }) => {
      const requests = watchRequests(page);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page).toHaveTitle(/^Not found · /);
      await settled(page, requests);
      await expect(page).toHaveTitle(/^Not found · /);
      await page.getByRole("main").getByRole("link", { name: "Explore tokens" }).click();
      await expect(page).not.toHaveTitle(/^Not found/);
    });
  }
});

test("the figures of a chain's status have room for their labels at 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/status");
  const labels = page.locator('[data-slot="chain-status"] dt');
  await expect(labels).not.toHaveCount(0);
  const cut = await labels.evaluateAll((nodes) =>
    nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent),
  );
  expect(cut).toEqual([]);
});

test("a long name that begins in Arabic is cut at its end", async ({ page }) => {
  await bringDraft(page, { name: "شراع and a very long name in Latin letters" });
  await page.goto("/launch");
  const name = page.locator('[data-slot="token-preview"] bdi').first();
  await expect(name).toContainText("شراع");
  const isSeen = await name.evaluate((node) => {
    const text = document.createRange();
    text.setStart(node.firstChild ?? node, 0);
    text.setEnd(node.firstChild ?? node, 4);
    const part = text.getBoundingClientRect();
    const box = (node.parentElement ?? node).getBoundingClientRect();
    return (
      node.scrollWidth > node.clientWidth &&
      part.left >= box.left - 1 &&
      part.right <= box.right + 1
    );
  });
  expect(isSeen).toBe(true);
});

test("a wrong field that gets the focus is not behind the header of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/managers");
  await page.locator('input[name="recipient.id"]').fill("x");
  await page.getByRole("button", { name: "Create revenue manager" }).click();
  const field = page.locator('input[name="recipient.id"]');
  await expect(field).toBeFocused();
  const covered = () =>
    page.evaluate(() => {
      const header = document.querySelector('[data-slot="header"]')?.getBoundingClientRect();
      const focused = document.activeElement?.getBoundingClientRect();
      return (header?.bottom ?? 0) - (focused?.top ?? 0);
    });
  await expect.poll(covered).toBeLessThanOrEqual(0);
});

test.describe("for a reader with decimal commas", () => {
  test.use({ locale: "de-DE" });

  test("an address's positions and launches have commas only", async ({ page, site }) => {
    const trader = await newTrader(site);
    const { token } = await launchFor(site, CHAIN, {
      name: `Komma ${Date.now()}`,
      creatorAddress: trader.address,
    });
    await trader.buy(token, "0.05");
    await page.goto(`/${CHAIN}/address/${trader.address}`);
    const positions = page.getByRole("table", { name: /positions/i });
    await expect(positions).toContainText(/[+−]\d+,\d%/);
    await page.getByRole("tab", { name: "Launches" }).click();
    await expect(page.getByRole("table", { name: "Launches" })).toContainText(/\d,\d\d×/);
    expect(await page.getByRole("main").textContent()).not.toMatch(/\d\.\d{1,2}(\D|$)/);
  });
});
