import { beforeAll, describe, expect, it } from "vitest";
import { tokenCandles } from "@/lib/features/market/schema/market";
import { tokenDetails } from "@/lib/features/market/schema/price";
import {
  udfConfig,
  udfHistory,
  udfQuotes,
  udfSearchResult,
  udfSymbol,
  udfTime,
} from "@/lib/features/udf/schema";
import { type Answer, newCaller, request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { buyToken } from "../../setup/chain/buy-token";
import { launchToken } from "../../setup/chain/launch-token";

const FEED = "/udf/base-sepolia";
const NOBODY = `0x${"12".repeat(20)}`;
const LATER = 99_999_999_999;

function expectError({ status, headers, body }: Answer, expected: number): void {
  expect(status).toBe(expected);
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(body).toEqual({ s: "error", errmsg: expect.stringMatching(/.{5,}/) });
}

describe("the chart datafeed", () => {
  let token: string;
  let quiet: string;

  beforeAll(async () => {
    [token, quiet] = await Promise.all([
      launchToken({ name: "Chart Light", symbol: "CHART" }),
      launchToken({ name: "Nobody Trades", symbol: "QUIET" }),
    ]);
    await buyToken(token);
    const path = `/v1/base-sepolia/tokens/${token}/candles`;
    await untilListed(path, tokenCandles, ({ candles }) => candles.length > 0);
    await untilListed(`${FEED}/symbols?symbol=${quiet}`, udfSymbol, () => true);
  });

  it.each([
    ["config", udfConfig, 30],
    ["symbols?symbol=TOKEN", udfSymbol, 30],
    ["search?query=CHART", udfSearchResult, 2],
    ["quotes?symbols=TOKEN", udfQuotes, 2],
    [`history?symbol=TOKEN&resolution=1&from=0&to=${LATER}`, udfHistory, 2],
  ])(
    "GET %s: returns 200 in the documented shape and 304, through the cache",
    async (name, schema, seconds) => {
      const path = `${FEED}/${name.replace("TOKEN", token)}`;
      const { status, headers, body } = await request(path);
      expect(status).toBe(200);
      expect(schema.safeParse(body).error).toBeUndefined();
      expect(headers.get("cache-control")).toContain(`public, s-maxage=${seconds}, `);
      expect(headers.get("cache-status")).toMatch(/^launchpad; /);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      const etag = headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      const same = await request(path, { headers: { "if-none-match": "*" } });
      expect(same.status).toBe(304);
      expect(same.text).toBe("");
    },
  );

  it("GET time: returns the bare Unix seconds, uncached", async () => {
    const { status, headers, text } = await request(`${FEED}/time`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toMatch(/^\d{10}$/);
    expect(udfTime.safeParse(Number(text)).success).toBe(true);
  });

  it("offers the resolutions of the candles, and resolves search results by ticker", async () => {
    const feed = udfConfig.parse((await request(`${FEED}/config`)).body);
    expect(feed.supported_resolutions).toEqual(["1S", "1", "5", "15", "30", "60", "240", "1D"]);
    const found = udfSearchResult.parse((await request(`${FEED}/search?query=CHART`)).body);
    expect(found).toContainEqual({
      symbol: "CHART",
      full_name: `Slipway:${token}`,
      description: "Chart Light",
      exchange: "Slipway",
      ticker: token,
      type: "crypto",
    });
    for (const symbol of [token, token.toLowerCase(), `Slipway:${token}`, token.toUpperCase()]) {
      const { body } = await request(`${FEED}/symbols?symbol=${symbol}`);
      expect(udfSymbol.parse(body)).toMatchObject({ name: "CHART", ticker: token });
    }
    const all = await request(`${FEED}/search?query=&type=&exchange=&limit=30`);
    expect(udfSearchResult.parse(all.body).length).toBeGreaterThan(1);
    const other = await request(`${FEED}/search?query=CHART&type=stock`);
    expect(other.body).toEqual([]);
  });

  it("returns the candles as bars, by range and by countback", async () => {
    for (const [resolution, interval] of [
      ["1S", "1s"],
      ["1", "1m"],
      ["240", "4h"],
      ["D", "1d"],
    ]) {
      const path = `/v1/base-sepolia/tokens/${token}/candles?interval=${interval}`;
      const { candles } = tokenCandles.parse((await request(path)).body);
      const bars = {
        s: "ok",
        t: candles.map(({ timestamp }) => timestamp),
        o: candles.map(({ open }) => Number(open)),
        h: candles.map(({ high }) => Number(high)),
        l: candles.map(({ low }) => Number(low)),
        c: candles.map(({ close }) => Number(close)),
        v: candles.map(({ volume }) => Number(volume)),
      };
      const asked = `${FEED}/history?symbol=${token}&resolution=${resolution}`;
      expect(bars.t).toHaveLength(1);
      for (const range of [`from=-99&to=${LATER}`, `from=${LATER}&to=${LATER}&countback=300`]) {
        expect((await request(`${asked}&${range}`)).body, range).toEqual(bars);
      }
    }
  });

  it("quotes symbols as requested; an unknown token fails alone", async () => {
    const path = `${FEED}/quotes?symbols=${token},Slipway:${quiet.toLowerCase()},${NOBODY},EURUSD`;
    const { d } = udfQuotes.parse((await request(path)).body);
    expect(d.map(({ s, n }) => [s, n])).toEqual([
      ["ok", token],
      ["ok", `Slipway:${quiet.toLowerCase()}`],
      ["error", NOBODY],
      ["error", "EURUSD"],
    ]);
    const [traded, untraded] = d;
    if (traded?.s !== "ok" || untraded?.s !== "ok") throw new Error("a token has no quote");
    const details = await request(`/v1/base-sepolia/tokens/${token}/details`);
    const { price, volume } = tokenDetails.parse(details.body);
    expect(traded.v).toMatchObject({
      short_name: "CHART",
      description: "Chart Light",
      lp: Number(price.marketCapETH),
      chp: Number(price.priceChange24h),
      volume: Number(volume.volume24h),
    });
    expect(traded.v.open_price).toBeCloseTo(Number(price.startingMarketCapETH), 6);
    expect(traded.v.high_price).toBeGreaterThanOrEqual(traded.v.lp);
    expect(untraded.v).toMatchObject({ ch: 0, chp: 0, volume: 0 });
  });

  it("returns nextTime when the range has no bar, and no_data without bars", async () => {
    const asked = `${FEED}/history?symbol=${token}&resolution=1`;
    const bars = udfHistory.parse((await request(`${asked}&to=${LATER}`)).body);
    if (bars.s !== "ok") throw new Error("there are no bars");
    const later = await request(`${asked}&from=${LATER - 60}&to=${LATER}`);
    expect(later.body).toEqual({ s: "no_data", nextTime: bars.t[0] });
    const before = await request(`${asked}&from=0&to=${bars.t[0]}`);
    expect(before.body).toEqual({ s: "no_data" });
    const never = await request(`${FEED}/history?symbol=${quiet}&resolution=1&from=5&to=${LATER}`);
    expect(never.body).toEqual({ s: "no_data" });
  });

  it.each([
    "/udf/8453/config",
    "/udf/robinhood/time",
    `${FEED}/symbols`,
    `${FEED}/symbols?symbol=CHART`,
    `${FEED}/search?limit=0`,
    `${FEED}/quotes`,
    `${FEED}/quotes?symbols=`,
    `${FEED}/quotes?symbols=${Array.from({ length: 51 }, (_, i) => `a${i}`).join(",")}`,
    `${FEED}/search?query=${"x".repeat(2_049)}`,
    `${FEED}/history?symbol=${NOBODY}&resolution=1`,
    `${FEED}/history?symbol=${NOBODY}&to=5`,
    `${FEED}/history?symbol=${NOBODY}&resolution=3&to=5`,
    `${FEED}/history?symbol=${NOBODY}&resolution=1&from=9&to=5`,
    `${FEED}/history?symbol=${NOBODY}&resolution=1&to=5&countback=0`,
  ])("GET %s: returns 400 in UDF format", async (path) => {
    expectError(await request(path), 400);
  });

  it.each([
    `${FEED}/symbols?symbol=${NOBODY}`,
    `${FEED}/history?symbol=${NOBODY}&resolution=1&to=${LATER}`,
    `${FEED}/marks`,
  ])("GET %s: returns 404 in UDF format", async (path) => {
    expectError(await request(path), 404);
  });

  it("returns 405 for methods other than GET, and 429 for the 301st request within a minute", async () => {
    expectError(await request(`${FEED}/config`, { method: "POST", body: {} }), 405);
    const caller = newCaller();
    let refused: Answer | null = null;
    // At most two windows' quota, in case a new minute starts in between.
    for (let i = 0; i < 601 && refused === null; i += 1) {
      const answer = await request(`${FEED}/config`, { caller });
      if (answer.status === 429) refused = answer;
      else expect(answer.status).toBe(200);
    }
    if (refused === null) throw new Error("nothing was refused");
    expectError(refused, 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
