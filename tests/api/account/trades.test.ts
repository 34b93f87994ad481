import { parseEther } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { accountTrade, tradeLimitsAnswer } from "@/lib/features/account-trade/schema";
import { request } from "../../setup/api/api";
import type { Browser } from "../../setup/create-browser";
import { openBrowser } from "./browser";
import { launchForTrades, openTrader, previewOf, TRADE_CHAIN } from "./trader";

/** `/api/account/trades` and `/api/account/trade-limits`: each status. */

const PATH = "/api/account/trades";
let token: string;
let browser: Browser;
let wallet: string;
/** A confirmed purchase that no test sends as it is. */
let valid: Awaited<ReturnType<typeof order>>;

beforeAll(async () => {
  token = await launchForTrades();
  ({ browser, wallet } = await openTrader("trades"));
  valid = await order();
});

async function post(json: unknown, headers = {}, by = browser) {
  const response = await by.request(PATH, { json, headers });
  return { status: response.status, body: await response.json() };
}

/** A confirmed purchase. */
async function order(ether = "0.01") {
  const { body, preview } = await previewOf(browser, token, "buy", parseEther(ether));
  const { deadline } = preview;
  return { ...body, deadline, confirm: true, requestId: crypto.randomUUID() };
}

describe("POST /api/account/trades", () => {
  it("returns 200 with a preview that sends nothing", async () => {
    const { preview } = await previewOf(browser, token, "buy", parseEther("0.01"));
    expect(preview).toMatchObject({ state: "preview", wallet, transactionHash: null });
    expect(BigInt(preview.feeWei)).toBe(parseEther("0.0001"));
  });

  it("returns 200 and trades once per requestId; a sale after it", async () => {
    const body = await order();
    const first = await post(body);
    expect(first.status).toBe(200);
    const bought = accountTrade.parse(first.body);
    expect(bought.state).toBe("completed");
    expect((await post(body)).body).toEqual(first.body);
    const amountIn = BigInt(bought.amountOut ?? 0);
    const sale = await previewOf(browser, token, "sell", amountIn);
    expect(sale.preview.approves).toBe(true);
    const { deadline } = sale.preview;
    const confirmed = { deadline, confirm: true, requestId: crypto.randomUUID() };
    const sold = await post({ ...sale.body, ...confirmed });
    expect(accountTrade.parse(sold.body)).toMatchObject({ state: "completed", approves: true });

    const read = await browser.request(`${PATH}/${body.requestId}`);
    expect(read.status).toBe(200);
    expect(await read.json()).toEqual(first.body);
  });

  it("returns 422 for a requestId of another trade", async () => {
    const body = await order();
    expect((await post(body)).status).toBe(200);
    const other = await post({ ...body, amountIn: "1" });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  it.each([
    ["another chain", { chain: "mainnet" }],
    ["no token", { tokenAddress: "ONE" }],
    ["another side", { side: "short" }],
    ["nothing", { amountIn: "0" }],
    ["a negative amount", { amountIn: "-1" }],
    ["ETH instead of wei", { amountIn: "0.01" }],
    ["no minimum", { minAmountOut: undefined }],
    ["a minimum of nothing", { minAmountOut: "0" }],
    ["a minimum of nearly nothing", { minAmountOut: "1" }],
    ["no requestId", { requestId: undefined }],
    ["a requestId that is no UUID", { requestId: "1" }],
    ["no deadline", { deadline: undefined }],
    ["a deadline in years", { deadline: 4_000_000_000 }],
  ])("returns 400 for %s", async (_, changes) => {
    const { status, body } = await post({ ...valid, ...changes });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });

  it("returns 400 insufficient_funds for more than the wallet has", async () => {
    const poor = await openTrader("poor", { isFunded: false });
    const json = { ...valid, wallet: poor.wallet };
    const { status, body } = await post(json, {}, poor.browser);
    expect({ status, code: body.code }).toEqual({ status: 400, code: "insufficient_funds" });
    expect(body.problem).toBe("insufficient_eth");
  });

  it("returns 403 trade_limit above the maximum of a trade", async () => {
    const minAmountOut = `${BigInt(valid.minAmountOut) * 60n}`;
    const { status, body } = await post({
      ...valid,
      amountIn: `${parseEther("1.5")}`,
      minAmountOut,
    });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "trade_limit" });
    expect(body.limit).toBe("trade");
  });

  it("returns 404 for a token of others", async () => {
    const changes = { tokenAddress: `0x${"12".repeat(20)}` };
    const { status, body } = await post({ ...valid, ...changes });
    expect({ status, code: body.code }).toEqual({ status: 404, code: "token_not_found" });
  });

  it.each([
    ["a minimum above the price", { minAmountOut: `${10n ** 29n}` }, "price_moved"],
    ["a passed deadline", { deadline: 1 }, "expired"],
  ])("returns 409 trade_refused for %s", async (_, changes, problem) => {
    const { status, body } = await post({ ...valid, ...changes });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "trade_refused" });
    expect(body.problem).toBe(problem);
  });

  it("returns 401 without a session, 415 for a form and 413 for a large body", async () => {
    expect((await request(PATH, { body: valid })).status).toBe(401);
    expect((await browser.request(PATH, { form: {} })).status).toBe(415);
    expect((await post({ ...valid, padding: "x".repeat(5_000) })).status).toBe(413);
  });
});

describe("GET /api/account/trades/{requestId}, /api/account/trade-limits", () => {
  it("returns 404 for an unknown trade, 400 for no UUID and 401 without a session", async () => {
    const unknown = `${PATH}/${crypto.randomUUID()}`;
    expect((await browser.request(unknown)).status).toBe(404);
    expect((await browser.request(`${PATH}/1`)).status).toBe(400);
    expect((await openBrowser().request(unknown)).status).toBe(401);
  });

  it("returns 200 with the operator's limits and what is left of them", async () => {
    const path = `/api/account/trade-limits?chain=${TRADE_CHAIN}`;
    const response = await browser.request(path);
    expect(response.status).toBe(200);
    const limits = tradeLimitsAnswer.parse(await response.json());
    expect(limits).toMatchObject({ enabled: true, perTrade: "1", perDay: "5" });
    expect(Number(limits.leftToday)).toBeLessThan(5);
    expect((await browser.request("/api/account/trade-limits")).status).toBe(400);
    expect((await openBrowser().request(path)).status).toBe(401);
  });
});
