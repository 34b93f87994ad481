import { parseEther } from "viem";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { accountTrade } from "@/lib/features/account-trade/schema";
import { LARGE_WEI, launchForTrades, openTrader, previewOf } from "../api/account/trader";
import type { Browser } from "../setup/create-browser";
import { queryStack } from "../setup/database/stack-database";

const PATH = "/api/account/trades";
let token: string;
beforeAll(async () => {
  token = await launchForTrades();
});

type Trader = Awaited<ReturnType<typeof openTrader>>;

async function order(browser: Browser, amountIn: bigint) {
  const { body, preview } = await previewOf(browser, token, "buy", amountIn);
  const { deadline } = preview;
  return { ...body, deadline, confirm: true, requestId: crypto.randomUUID() };
}

async function post(browser: Browser, json: unknown, headers = {}) {
  const response = await browser.request(PATH, { json, headers });
  return { status: response.status, body: await response.json() };
}

/** The trades that the service has accepted for a wallet. */
const tradesOf = ({ wallet }: Trader) =>
  queryStack(
    inject("dataDir"),
    "select id from launch.transactions where kind = 'trade' and owner = $1",
    [wallet],
  );

const makeSessionOld = ({ email }: Trader) =>
  queryStack(
    inject("dataDir"),
    `update account.sessions set authenticated_at = now() - interval '30 minutes'
     where account_id in (select account_id from account.identities where stable_id = $1)
     returning id`,
    [email],
  );

describe("trades with a managed wallet", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("are not started by a page of another site (%j)", async (headers) => {
    const victim = await openTrader("victim");
    const json = await order(victim.browser, parseEther("0.01"));
    expect((await post(victim.browser, json, headers)).status).toBe(403);
    const form = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, `${value}`]));
    expect((await victim.browser.request(PATH, { form, headers })).status).toBe(403);
    expect(await tradesOf(victim)).toEqual([]);
  });

  it("never use or show the wallet of another user", async () => {
    const [victim, thief] = [await openTrader("owner"), await openTrader("thief")];
    const json = await order(victim.browser, parseEther("0.01"));
    const stolen = await post(thief.browser, { ...json, wallet: victim.wallet });
    expect(stolen).toMatchObject({ status: 403, body: { code: "forbidden" } });
    // The same key of another user is another trade, with the own wallet.
    expect((await post(victim.browser, json)).status).toBe(200);
    const read = await thief.browser.request(`${PATH}/${json.requestId}`);
    expect(read.status).toBe(404);
    const own = accountTrade.parse((await post(thief.browser, json)).body);
    expect(own.wallet).toBe(thief.wallet);
    expect(await tradesOf(victim)).toHaveLength(1);
  });

  it("cannot be sandwiched: a minimum below half the quote is refused", async () => {
    const victim = await openTrader("minimum");
    const json = await order(victim.browser, parseEther("0.01"));
    for (const minAmountOut of ["0", "1", undefined, `${BigInt(json.minAmountOut) / 2n}`]) {
      expect((await post(victim.browser, { ...json, minAmountOut })).status).toBe(400);
    }
    expect(await tradesOf(victim)).toEqual([]);
  });

  it("ignore a target, call data, recipient and value of the caller", async () => {
    const victim = await openTrader("target");
    const json = await order(victim.browser, parseEther("0.01"));
    const evil = `0x${"66".repeat(20)}`;
    const more = {
      to: evil,
      data: "0xdeadbeef",
      recipient: evil,
      value: "9",
      gas: "9",
      router: evil,
    };
    const done = accountTrade.parse((await post(victim.browser, { ...json, ...more })).body);
    expect(done).toMatchObject({
      state: "completed",
      wallet: victim.wallet,
      amountIn: json.amountIn,
    });
    expect(BigInt(done.amountOut ?? 0)).toBeGreaterThanOrEqual(BigInt(done.minAmountOut));
  });

  it("above the amount need a recent sign-in, also in parts", async () => {
    const victim = await openTrader("older");
    const large = await order(victim.browser, LARGE_WEI);
    const small = [
      await order(victim.browser, parseEther("0.06")),
      await order(victim.browser, parseEther("0.06")),
    ];
    await makeSessionOld(victim);
    const refused = { status: 403, body: { code: "reauthentication_required" } };
    expect(await post(victim.browser, large)).toMatchObject(refused);
    const parts = [];
    for (const one of small) {
      // The first purchase raises the price.
      const minAmountOut = `${(BigInt(one.minAmountOut) * 8n) / 10n}`;
      parts.push((await post(victim.browser, { ...one, minAmountOut })).status);
    }
    expect(parts).toEqual([200, 403]);
    expect(await tradesOf(victim)).toHaveLength(1);
  });

  it("do not exceed the daily limit by parallel requests", async () => {
    const victim = await openTrader("parallel");
    const amountIn = parseEther("0.98");
    const first = await order(victim.browser, amountIn);
    // Buys move the price: a minimum that all of them meet.
    const minAmountOut = `${(BigInt(first.minAmountOut) * 6n) / 10n}`;
    const attempts = Array.from({ length: 8 }, () => ({
      ...first,
      minAmountOut,
      requestId: crypto.randomUUID(),
    }));
    // One transaction of a wallet at a time: each round is a race for the next one.
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(attempts.map((json) => post(victim.browser, json)));
    }
    const sent = (await tradesOf(victim)).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(5);
  });

  it("are sent once, however many requests confirm them at once", async () => {
    const victim = await openTrader("once");
    const json = await order(victim.browser, parseEther("0.01"));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(victim.browser, json)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body } = await post(victim.browser, json);
    expect(accountTrade.parse(body).state).toBe("completed");
    expect(await tradesOf(victim)).toHaveLength(1);
  });
});
