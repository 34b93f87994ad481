import { beforeAll, describe, expect, it, vi } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { tokenCandles, tokenSwaps } from "@/lib/features/market/schema/market";
import { tokenDetails, tokenPrice } from "@/lib/features/market/schema/price";
import {
  newTokenList,
  tokenBasicDetails,
  tokenHolders,
  tokenList,
} from "@/lib/features/market/schema/tokens";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { buyToken } from "../../setup/chain/buy-token";
import { launchToken } from "../../setup/chain/launch-token";

const CHAIN = "/v1/base-sepolia";
const TOKENS = `${CHAIN}/tokens`;
/** The ETH price of the sandbox feed. */
const ETH_USD = 3_000;

/** Undocumented behaviour that existing third-party clients rely on. */
describe("Data API compatibility with existing clients", () => {
  let token: string;
  let other: string;

  beforeAll(async () => {
    token = await launchToken({ name: "Compat One", symbol: "CMP", description: "As it is" });
    other = await launchToken({ name: "Compat Two", symbol: "CMPB", marketCap: "9000000000" });
    await buyToken(token);
    await untilListed(`${TOKENS}/${token}/swaps`, tokenSwaps, ({ swaps }) => swaps.length === 1);
  }, 120_000);

  const details = () => untilListed(`${TOKENS}/${token}/details`, tokenDetails, () => true);

  it("details include name, symbol, image and description", async () => {
    const answer = await vi.waitFor(async () => {
      const found = await details();
      expect(found.image).not.toBeNull();
      return found;
    });
    const basic = tokenBasicDetails.parse((await request(`${TOKENS}/${token}`)).body);
    expect(answer).toMatchObject({
      name: "Compat One",
      symbol: "CMP",
      image: basic.image,
      description: "As it is",
    });
  });

  it("returns empty strings for missing links", async () => {
    const none = { website: "", twitter: "", telegram: "", discord: "", farcaster: "" };
    const basic = tokenBasicDetails.parse((await request(`${TOKENS}/${token}`)).body);
    expect(basic.socials).toEqual(none);
    expect((await details()).socials).toEqual(none);
  });

  it("price includes priceUSDC, volumes in USDC and closeUSDC candles", async () => {
    const { price, volume, priceHistory } = tokenPrice.parse(
      (await request(`${TOKENS}/${token}/price`)).body,
    );
    const near = (text: string | null | undefined, eth: string | undefined) => {
      expect(typeof text).toBe("string");
      expect(Number(text) / (Number(eth) * ETH_USD)).toBeCloseTo(1, 6);
    };
    near(price.priceUSDC, price.priceETH);
    near(volume.volumeUSDC24h, volume.volume24h);
    near(volume.volumeUSDC7d, volume.volume7d);
    const [candle] = priceHistory.daily;
    near(candle?.closeUSDC, candle?.close);
    const { candles } = tokenCandles.parse(
      (await request(`${TOKENS}/${token}/candles?interval=30m`)).body,
    );
    near(candles[0]?.closeUSDC, candles[0]?.close);
    const { price: own, volume: ownVolume } = await details();
    expect(own.priceUSDC).toBe(price.priceUSDC);
    expect(ownVolume.volumeUSDC24h).toBe(volume.volumeUSDC24h);
  });

  it("holders include pagination with a numeric total", async () => {
    const answer = tokenHolders.parse(
      (await request(`${TOKENS}/${token}/holders?limit=1&offset=1`)).body,
    );
    const total = Number(answer.totalHolders);
    expect(answer.pagination).toEqual({ limit: 1, offset: 1, total });
    expect(total).toBeGreaterThan(1);
    expect(answer.meta).toBeUndefined();
  });

  it("swaps include maker, type, time, hash and amounts in wei", async () => {
    const { tokenAddress, swaps } = tokenSwaps.parse(
      (await request(`${TOKENS}/${token}/swaps?limit=100`)).body,
    );
    expect(tokenAddress).toBe(token);
    expect(swaps).toHaveLength(1);
    const [{ maker, type, amounts } = { maker: "", type: "", amounts: null }] = swaps;
    expect(maker).toMatch(/^0x/);
    expect(type).toBe("buy");
    expect(amounts?.uniswap.amount0).toBe(String(-5n * 10n ** 16n));
    expect(BigInt(amounts?.uniswap.amount1 ?? 0)).toBeGreaterThan(0n);
    expect(amounts?.isp).toEqual({ amount0: "0", amount1: "0" });
  });

  it("managerAddress equals manager", async () => {
    const wallet = `0x${"a1".repeat(20)}`;
    const { body } = await request("/api/v1/base-sepolia/launch-memecoin", {
      body: launchBody({
        creatorEmail: undefined,
        creatorAddress: wallet,
        feeSplitRecipients: [`0x${"b2".repeat(20)}`],
      }),
    });
    const job = await waitForLaunch(launchAccepted.parse(body).jobId);
    if (job.state !== "completed") throw new Error(`the launch ${job.state}`);
    const manager = job.feeSplitManagerAddress ?? "";
    for (const list of [TOKENS, `${TOKENS}/new`]) {
      const schema = list === TOKENS ? tokenList : newTokenList;
      const { data, meta } = await untilListed(
        `${list}?managerAddress=${manager.toLowerCase()}`,
        schema,
        (answer) => answer.data.length === 1,
      );
      expect(data[0]?.tokenAddress).toBe(job.collectionToken.address);
      expect(meta.ignoredParameters).toBeUndefined();
    }
    const both = await request(`${TOKENS}?manager=${manager}&managerAddress=${wallet}`);
    expect(both).toMatchObject({
      status: 400,
      body: { code: "invalid_parameters", errors: [{ path: "managerAddress" }] },
    });
  });

  it.each([
    ["orderBy=marketcap", "sort=marketCap"],
    ["orderBy=marketCap&orderDirection=DESC", "sort=marketCap"],
    ["orderBy=datecreated&orderDirection=desc", "sort=newest"],
    ["orderBy=dateCreated", "sort=newest"],
    ["orderBy=VOLUME24H", "sort=volume24h"],
    ["orderBy=pricechange24h", "sort=priceChange24h"],
    ["sortBy=createdAt", "sort=newest"],
    ["sortBy=marketcap", "sort=MarketCap"],
  ])("%s is %s", async (alias, sort) => {
    const read = async (query: string) =>
      tokenList.parse((await request(`${TOKENS}?limit=100&${query}`)).body);
    const { data, meta } = await read(alias);
    expect(data.map((item) => item.tokenAddress)).toEqual(
      (await read(sort)).data.map((item) => item.tokenAddress),
    );
    expect(meta.ignoredParameters).toBeUndefined();
  });

  it("orderDirection=asc reverses the order", async () => {
    const { data } = tokenList.parse(
      (await request(`${TOKENS}?limit=100&orderBy=datecreated&orderDirection=asc`)).body,
    );
    const places = [token, other].map((one) =>
      data.findIndex(({ tokenAddress }) => tokenAddress === one),
    );
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  });

  it.each([
    ["orderBy=price", "orderBy"],
    ["orderDirection=down", "orderDirection"],
    ["sortBy=name", "sortBy"],
    ["sort=newest&orderBy=marketcap", "orderBy"],
    ["orderBy=marketcap&sortBy=createdAt", "sortBy"],
  ])("rejects %s and names %s", async (query, path) => {
    expect(await request(`${TOKENS}?${query}`)).toMatchObject({
      status: 400,
      body: { code: "invalid_parameters", errors: [{ path }] },
    });
  });
});

describe("unknown query parameters", () => {
  it("are listed in meta per request and share the cached response", async () => {
    const caller = newCaller();
    await vi.waitFor(
      async () => {
        const path = `${TOKENS}/new?limit=3`;
        const plain = await request(path, { caller });
        const busted = await request(`${path}&_=${Math.random()}&creator=0x1`, { caller });
        expect(busted.headers.get("cache-status")).toBe("launchpad; hit");
        const answer = newTokenList.parse(busted.body);
        expect(answer.meta.ignoredParameters).toEqual(["_", "creator"]);
        expect(answer.data).toEqual(newTokenList.parse(plain.body).data);
        expect(newTokenList.parse(plain.body).meta.ignoredParameters).toBeUndefined();
        const tag = busted.headers.get("etag") ?? "";
        expect(tag).not.toBe(plain.headers.get("etag"));
        const same = await request(`${path}&creator=0x2&_=1`, {
          caller,
          headers: { "if-none-match": tag },
        });
        expect(same.status).toBe(304);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  it("are listed by every list endpoint, including those without other meta", async () => {
    const token = await launchToken({ name: "Named" });
    await untilListed(`${TOKENS}/${token}/details`, tokenDetails, () => true);
    for (const path of [
      "tokens",
      "tokens/new",
      `tokens/${token}`,
      `tokens/${token}/details`,
      `tokens/${token}/price`,
      `tokens/${token}/holders`,
      `tokens/${token}/candles`,
      `tokens/${token}/trades`,
      `tokens/${token}/swaps`,
      `tokens/${token}/fees`,
      `accounts/${token}`,
    ]) {
      const { status, body } = await request(`${CHAIN}/${path}?minVolume=5`);
      expect(status, path).toBe(200);
      expect(body, path).toMatchObject({ meta: { ignoredParameters: ["minVolume"] } });
    }
  });
});
