import type { Page, Route } from "playwright/test";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { bringBurner, hold, isTrade, newTrader } from "../support/trader";

/** Trades after they were sent, while the chain's responses are wrong, late or missing. */
const CHAIN = "base-sepolia";

let token = "";
test.beforeAll(async ({ baseURL }) => {
  token = await launchToken(baseURL ?? "", CHAIN, { name: "Jetty", symbol: "JET" });
});

const panelOf = (page: Page) => page.getByRole("region", { name: "Trade" });
const amountOf = (page: Page) => panelOf(page).getByLabel("You pay", { exact: true });
const button = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole("button", { name, exact: true });
const problemOf = (page: Page) => panelOf(page).getByRole("alert");
const waiting = (page: Page) => panelOf(page).getByText("Sent. Waiting for confirmation…");

async function open(page: Page): Promise<void> {
  await page.goto(`/${CHAIN}/${token}`);
  await expect(amountOf(page)).toBeVisible();
}

async function buy(page: Page): Promise<void> {
  await amountOf(page).fill("0.01");
  await button(page, "Buy JET").click();
}

/** Counts the trades that a page sends. */
function countTrades(page: Page): { sent: number } {
  const count = { sent: 0 };
  page.on("request", (request) => {
    if (isTrade(request)) count.sent += 1;
  });
  return count;
}

/** Answers the page's receipt requests instead of the node. */
async function answerReceipts(page: Page, answer: (route: Route, id: unknown) => Promise<void>) {
  await page.route(`**/rpc/${CHAIN}`, async (route) => {
    const text = route.request().postData() ?? "";
    if (!text.includes('"eth_getTransactionReceipt"')) return route.fallback();
    const { id }: { id?: unknown } = JSON.parse(text);
    await answer(route, id);
  });
}
const bad = (route: Route) => route.fulfill({ status: 502, body: "" });

/** How long nodes have had a block before its receipts. */
const RECEIPT_LAG_MS = 300;

test.describe("a node that fails", () => {
  test.use({ expectedProblem: /status of (502|429)/ });

  for (const [name, answerer] of [
    [
      "has no receipt just after the block",
      () => {
        let since = 0;
        return async (route: Route, id: unknown) => {
          since ||= Date.now();
          if (Date.now() - since > RECEIPT_LAG_MS) await route.fallback();
          else await route.fulfill({ json: { jsonrpc: "2.0", id, result: null } });
        };
      },
    ],
    [
      "answers 502 and 429 first",
      () => {
        let asked = 0;
        return async (route: Route) => {
          asked += 1;
          if (asked > 12) await route.fallback();
          else await route.fulfill({ status: asked % 2 === 0 ? 429 : 502, body: "" });
        };
      },
    ],
    [
      "gives the receipt once",
      () => {
        let isGiven = false;
        return async (route: Route) => {
          if (isGiven) return bad(route);
          const answer = await route.fetch();
          isGiven = /"result":\s*\{/.test(await answer.text());
          await route.fulfill({ response: answer });
        };
      },
    ],
  ] as const) {
    test(`does not turn a purchase into a failure: it ${name}`, async ({ page, site }) => {
      await bringBurner(page, await newTrader(site));
      await open(page);
      const count = countTrades(page);
      await answerReceipts(page, answerer());
      await buy(page);
      await expect(panelOf(page).getByText(/^You bought .+ JET$/)).toBeVisible();
      await expect(problemOf(page)).toHaveCount(0);
      expect(count.sent).toBe(1);
    });
  }

  test("leaves it undecided: no other trade until it is dismissed, which a reload remembers", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await bringBurner(page, await newTrader(site));
    await open(page);
    const count = countTrades(page);
    await answerReceipts(page, bad);
    const expectUndecided = async () => {
      await expect(waiting(page)).toBeVisible();
      await page.clock.fastForward("03:10");
      await expect(problemOf(page)).toContainText("Not mined yet");
      await expect(button(page, /^(Buy JET|Try again|Enter an amount)$/)).toHaveCount(0);
    };
    await buy(page);
    await expectUndecided();
    await expect(amountOf(page)).not.toBeEditable();
    await amountOf(page).press("Enter");
    await page.reload();
    await expectUndecided();
    await button(page, "Keep waiting").click();
    // The page moves the focus before the clock jumps.
    await expect(panelOf(page).locator(":focus")).toBeVisible();
    await expectUndecided();
    expect(count.sent).toBe(1);
    await button(page, "Dismiss").click();
    await expect(button(page, "Enter an amount")).toBeVisible();
    await page.reload();
    await expect(button(page, "Enter an amount")).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
  });
});

test("two tabs keep their own trades on their way", async ({ page, context, site }) => {
  const trader = await newTrader(site);
  const other = await context.newPage();
  const held = new Map<Page, Awaited<ReturnType<typeof hold>>>();
  for (const tab of [page, other]) {
    await bringBurner(tab, trader);
    await open(tab);
    held.set(tab, await hold(tab, "eth_getTransactionReceipt"));
  }
  for (const tab of [page, other]) {
    await buy(tab);
    await expect(waiting(tab)).toBeVisible();
  }
  held.get(other)?.release();
  await expect(panelOf(other).getByText(/^You bought .+ JET$/)).toBeVisible();
  await page.reload();
  await expect(waiting(page)).toBeVisible();
  held.get(page)?.release();
  await expect(panelOf(page).getByText(/^You bought .+ JET$/)).toBeVisible();
});
