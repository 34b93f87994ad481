import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { getReferrals } from "@/lib/features/fees/operations";
import {
  getAccount,
  getTokenDetails,
  getTokenFees,
  getTokenList,
  getTokenPrice,
  getTokenVideo,
  listCandles,
  listManagerEarners,
  listSwaps,
  listTrades,
} from "@/lib/features/market/operations/market";
import { searchTokens } from "@/lib/features/market/operations/search";
import { addressFees, tokenFees } from "@/lib/features/market/schema/fees";
import { tokenCandles, uniswapTokenList } from "@/lib/features/market/schema/market";
import { tokenDetails, tokenPrice } from "@/lib/features/market/schema/price";
import { searchResult } from "@/lib/features/market/schema/search";
import { request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { launchToken } from "../../setup/chain/launch-token";

const CHAIN = "/v1/base-sepolia";
const NOBODY = `0x${"12".repeat(20)}`;
const OF_TOKEN = {
  details: getTokenDetails,
  price: getTokenPrice,
  candles: listCandles,
  trades: listTrades,
  swaps: listSwaps,
  fees: getTokenFees,
  video: getTokenVideo,
};
const OF_CHAIN = {
  "search?q=li": searchTokens,
  tokenlist: getTokenList,
  [`accounts/${NOBODY}`]: getAccount,
  [`accounts/${NOBODY}/referrals`]: getReferrals,
  [`managers/${NOBODY}/earners`]: listManagerEarners,
};

describe("token market data over HTTP", () => {
  let token: string;

  beforeAll(async () => {
    token = await launchToken({ name: "Market Heliotrope", symbol: "MKTL" });
    await untilListed(`${CHAIN}/tokens/${token}/details`, tokenDetails, () => true);
  });

  const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> => {
    const { status, body } = await request(`${CHAIN}/${path}`);
    expect(status, path).toBe(200);
    return schema.parse(body);
  };

  it.each(Object.entries(OF_TOKEN))(
    "GET %s: returns 200 in the documented shape, 304 and 404",
    async (name, operation) => {
      const path = `${CHAIN}/tokens/${token}/${name}`;
      const { status, headers, body } = await request(path);
      expect(status).toBe(200);
      expect(operation.response.safeParse(body).error).toBeUndefined();
      expect(headers.get("cache-control")).toBe("public, s-maxage=2, stale-while-revalidate=10");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
      const any = await request(path, { headers: { "if-none-match": "*" } });
      expect(any.status).toBe(304);
      const unknown = await request(`${CHAIN}/tokens/${NOBODY}/${name}`);
      expect(unknown.status).toBe(404);
      expect(unknown.body).toMatchObject({ code: "token_not_found" });
      const lower = await request(`${CHAIN}/tokens/${token.toLowerCase()}/${name}`);
      expect(lower.body).toMatchObject({ tokenAddress: token });
      const posted = await request(path, { method: "POST", body: {} });
      expect(posted.status).toBe(405);
    },
  );

  it.each(Object.entries(OF_CHAIN))(
    "GET %s: returns 200 in the documented shape and 304",
    async (path, operation) => {
      const { status, body } = await request(`${CHAIN}/${path}`);
      expect(status).toBe(200);
      expect(operation.response.safeParse(body).error).toBeUndefined();
      const any = await request(`${CHAIN}/${path}`, { headers: { "if-none-match": "*" } });
      expect(any.status).toBe(304);
      expect((await request(`/v1/8453/${path}`)).status).toBe(400);
    },
  );

  it.each([
    ["candles?interval=2m", "interval"],
    ["candles?limit=1001", "limit"],
    ["candles?from=9&to=8", "from"],
    ["candles?from=-1", "from"],
    ["candles?to=1e9", "to"],
    ["candles?fill=yes", "fill"],
    ["trades?limit=101", "limit"],
    ["trades?cursor=abc", "cursor"],
    ["trades?cursor=1", "cursor"],
    ["swaps?limit=0", "limit"],
  ])("GET %s: returns 400 that names %s", async (path, parameter) => {
    const { status, body } = await request(`${CHAIN}/tokens/${token}/${path}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_parameters", errors: [{ path: parameter }] });
  });

  it.each([
    ["newest", 400],
    ["priceChange24h", 400],
    ["priceChange1h", 400],
    ["trades24h", 400],
    ["holders", 400],
    ["creatorShare", 400],
    ["marketCap", 200],
    ["volume24h", 200],
    ["liquidity", 200],
  ])(
    "GET tokens?sort=%s: a cursor with a larger number than the database has: returns %i",
    async (sort, expected) => {
      const address = `0x${"0".repeat(40)}`;
      for (const key of ["99999999999999999999", "-99999999999999999999", `1${"0".repeat(70)}`]) {
        for (const cursor of [`d.${key}.${address}`, `d.1.${key}.${address}`]) {
          const { status, body } = await request(`${CHAIN}/tokens?sort=${sort}&cursor=${cursor}`);
          const isTwo = cursor.startsWith("d.1.");
          expect(status).toBe(isTwo ? 400 : expected);
          if (status === 400) expect(body).toMatchObject({ errors: [{ path: "cursor" }] });
        }
      }
    },
  );

  it.each([
    "search",
    "search?q=",
    "search?q=%20",
    "search?q=a%00b",
    `search?q=${"x".repeat(2_049)}`,
    "search?q=a&limit=0",
  ])("GET %s: returns 400", async (path) => {
    expect((await request(`${CHAIN}/${path}`)).status).toBe(400);
  });

  it("GET accounts, managers: returns 400 for an invalid address", async () => {
    expect((await request(`${CHAIN}/accounts/0x12`)).status).toBe(400);
    expect((await request(`${CHAIN}/accounts/0x12/referrals`)).status).toBe(400);
    expect((await request(`${CHAIN}/managers/0x12/earners`)).status).toBe(400);
  });

  it("starts at the launch price, with candles only when gaps are filled", async () => {
    const price = await read(`tokens/${token}/price`, tokenPrice);
    expect(price.price.current).toBe(price.price.startingMarketCapETH);
    expect(price.priceHistory.daily).toEqual([]);
    const empty = await read(`tokens/${token}/candles?interval=1d`, tokenCandles);
    expect(empty.candles).toEqual([]);
    const filled = await read(`tokens/${token}/candles?interval=1d&fill=true`, tokenCandles);
    expect(filled.candles).toHaveLength(1);
    expect(filled.candles[0]?.close).toBe(price.price.current);
  });

  it("finds the token by a word of its name, its symbol and its address", async () => {
    for (const q of ["market h", "Heliotrope", "MKTL", "market heli", token.slice(0, 12)]) {
      const { data } = await read(`search?q=${encodeURIComponent(q)}`, searchResult);
      expect(
        data.map((item) => item.tokenAddress),
        q,
      ).toContain(token);
    }
    for (const q of ["$MKTL", `https://basescan.org/token/${token}`, "Heliotorpe", "mklt"]) {
      const { data } = await read(`search?q=${encodeURIComponent(q)}`, searchResult);
      expect(
        data.map((item) => item.tokenAddress),
        q,
      ).toContain(token);
    }
    const list = await read("tokenlist", uniswapTokenList);
    expect(list.tokens.map((one) => one.address)).toContain(token);
  });

  it("shows the creator without their email address", async () => {
    const fees = await read(`tokens/${token}/fees`, tokenFees);
    const [creator] = fees.earners;
    expect(creator).toMatchObject({
      role: "creator",
      percentage: 80,
      identity: { type: "email", name: null, verified: false },
    });
    const mine = await read(`accounts/${creator?.address}`, addressFees);
    expect(mine.tokens.map((one) => one.tokenAddress)).toContain(token);
    expect(mine.identity).toEqual({ type: "email", name: null, verified: false });
    expect(JSON.stringify([fees, mine])).not.toContain("@");
  });
});
