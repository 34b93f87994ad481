import { zeroAddress } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import {
  getDexScreenerAsset,
  getDexScreenerLatestBlock,
  getDexScreenerPair,
  getGeckoTerminalAsset,
  getGeckoTerminalLatestBlock,
  getGeckoTerminalPair,
  listCoinGeckoTickers,
  listDexScreenerEvents,
  listGeckoTerminalEvents,
} from "@/lib/features/adapters/operations";
import { latestBlock } from "@/lib/features/adapters/schema/events";
import { tickers } from "@/lib/features/adapters/schema/tickers";
import { tokenDetails } from "@/lib/features/market/schema/price";
import { request } from "../../setup/api/api";
import {
  COIN_GECKO_TICKERS,
  DEX_SCREENER,
  GECKO_TERMINAL,
  UNISWAP_HOOK,
  UNISWAP_TOKEN_LIST,
} from "../../setup/api/market-sites";
import { untilListed } from "../../setup/api/until-listed";
import { buyToken } from "../../setup/chain/buy-token";
import { launchToken } from "../../setup/chain/launch-token";

const SITES = ["dexscreener", "geckoterminal"] as const;
const CHAIN = "base-sepolia";
const NO_TOKEN = `0x${"12".repeat(20)}`;
const NO_POOL = `0x${"12".repeat(32)}`;

describe("market-data adapters over HTTP", () => {
  let token: string;
  let poolId: string;
  let block: number;

  beforeAll(async () => {
    token = await launchToken({ name: "Adapted Light", symbol: "ADPT" });
    await buyToken(token);
    const details = await untilListed(
      `/v1/${CHAIN}/tokens/${token}/details`,
      tokenDetails,
      ({ volume }) => volume.volume24h !== "0",
    );
    poolId = details.poolId ?? "";
    // The cache may hold the block before the trade for two seconds.
    ({ blockNumber: block } = (
      await untilListed(
        `/adapters/dexscreener/${CHAIN}/latest-block`,
        latestBlock,
        ({ block: { blockTimestamp } }) => blockTimestamp >= details.status.createdAt,
      )
    ).block);
  });

  const range = () => `fromBlock=${Math.max(0, block - 999)}&toBlock=${block}`;
  const path = (site: string, rest: string) =>
    `/adapters/${site}/${CHAIN}/${rest
      .replace("TOKEN", token)
      .replace("POOL", poolId)
      .replace("RANGE", range())}`;

  it.each([
    ["dexscreener", "latest-block", getDexScreenerLatestBlock, DEX_SCREENER.latestBlock, 2],
    ["dexscreener", "asset?id=TOKEN", getDexScreenerAsset, DEX_SCREENER.asset, 30],
    ["dexscreener", `asset?id=${zeroAddress}`, getDexScreenerAsset, DEX_SCREENER.asset, 30],
    ["dexscreener", "pair?id=POOL", getDexScreenerPair, DEX_SCREENER.pair, 30],
    ["dexscreener", "events?RANGE", listDexScreenerEvents, DEX_SCREENER.events, 30],
    ["geckoterminal", "latest-block", getGeckoTerminalLatestBlock, GECKO_TERMINAL.latestBlock, 2],
    ["geckoterminal", "asset?id=TOKEN", getGeckoTerminalAsset, GECKO_TERMINAL.asset, 30],
    ["geckoterminal", `asset?id=${zeroAddress}`, getGeckoTerminalAsset, GECKO_TERMINAL.asset, 30],
    ["geckoterminal", "pair?id=POOL", getGeckoTerminalPair, GECKO_TERMINAL.pair, 30],
    ["geckoterminal", "events?RANGE", listGeckoTerminalEvents, GECKO_TERMINAL.events, 30],
    ["coingecko", "tickers", listCoinGeckoTickers, COIN_GECKO_TICKERS, 30],
  ] as const)(
    "GET %s/%s: returns 200 in its own and the site's published shape, and 304",
    async (site, rest, operation, published, seconds) => {
      const { status, headers, body } = await request(path(site, rest));
      expect(status).toBe(200);
      expect(operation.response.safeParse(body).error).toBeUndefined();
      expect(published.safeParse(body).error).toBeUndefined();
      expect(headers.get("cache-control")).toContain(`public, s-maxage=${seconds}, `);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      const again = await request(path(site, rest), { headers: { "if-none-match": "*" } });
      expect(again.status).toBe(304);
    },
  );

  it.each(SITES)("%s: reports the launch and the trade of a token", async (site) => {
    const { body } = await request(path(site, "events?RANGE"));
    const { events } = GECKO_TERMINAL.events.parse(body);
    const own = events.filter(({ pairId }) => pairId === poolId);
    expect(own.map(({ eventType }) => eventType)).toEqual(expect.arrayContaining(["join", "swap"]));
    expect(own.find(({ eventType }) => eventType === "swap")).toMatchObject({
      asset1In: "0.05",
      metadata: { fees1In: "0.0005" },
    });
  });

  it("accepts ids in any letter case and returns one form", async () => {
    const upper = `0x${poolId.slice(2).toUpperCase()}`;
    const { body } = await request(path("dexscreener", `pair?id=${upper}`));
    expect(DEX_SCREENER.pair.parse(body).pair).toMatchObject({ id: poolId, asset0Id: token });
    const lower = await request(path("dexscreener", `asset?id=${token.toLowerCase()}`));
    expect(DEX_SCREENER.asset.parse(lower.body).asset).toMatchObject({
      id: token,
      name: "Adapted Light",
      symbol: "ADPT",
      totalSupply: "100000000000",
    });
  });

  it("pages tickers", async () => {
    const read = async (query: string) =>
      tickers.parse((await request(`/adapters/coingecko/${CHAIN}/tickers?${query}`)).body);
    const [first] = await read("limit=1");
    const rest = await read("limit=500&offset=1");
    const ids = [first, ...rest].map((one) => one?.pool_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(poolId);
  });

  it.each(
    SITES.flatMap((site) => [
      [site, `asset?id=${NO_TOKEN}`],
      [site, `pair?id=${NO_POOL}`],
    ]),
  )("GET %s/%s: returns 404", async (site = "", rest = "") => {
    const { status, headers, body } = await request(path(site, rest));
    expect(status).toBe(404);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({ code: "token_not_found" });
  });

  it.each([
    ["dexscreener/base-sepolia/asset", "id"],
    ["dexscreener/base-sepolia/asset?id=ADPT", "id"],
    [`dexscreener/base-sepolia/pair?id=${NO_TOKEN}`, "id"],
    ["dexscreener/base-sepolia/events", "fromBlock"],
    ["dexscreener/base-sepolia/events?fromBlock=0", "toBlock"],
    ["dexscreener/base-sepolia/events?fromBlock=2&toBlock=1", "fromBlock"],
    ["dexscreener/base-sepolia/events?fromBlock=0&toBlock=1000", "toBlock"],
    ["geckoterminal/base-sepolia/events?fromBlock=-1&toBlock=1", "fromBlock"],
    ["geckoterminal/base-sepolia/events?fromBlock=99999999&toBlock=99999999", "toBlock"],
    ["coingecko/base-sepolia/tickers?limit=501", "limit"],
    ["coingecko/mainnet/tickers", "chain"],
    ["dexscreener/8453/latest-block", "chain"],
    ["geckoterminal/robinhood/latest-block", "chain"],
  ])("GET %s: returns 400 that names %s", async (rest, parameter) => {
    const { status, body } = await request(`/adapters/${rest}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "invalid_parameters",
      errors: expect.arrayContaining([expect.objectContaining({ path: parameter })]),
    });
  });

  it("returns 404 for unknown adapters and 405 for other methods", async () => {
    const unknown = await request("/adapters/elsewhere/base/latest-block");
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ code: "not_found" });
    const posted = await request(path("dexscreener", "latest-block"), { method: "POST", body: {} });
    expect(posted.status).toBe(405);
  });

  it("serves the hooks of listed chains as entries of Uniswap's hook list", async () => {
    const { status, headers, body } = await request("/.well-known/uniswap-hooks.json");
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const hooks = UNISWAP_HOOK.array().parse(body);
    const config = await request("/api/v1/config");
    expect(hooks.map(({ hook }) => hook.chain)).toEqual(["base", "robinhood"]);
    expect(config.text).toContain(hooks[0]?.hook.address);
  });

  it("serves tokens as a Uniswap token list", async () => {
    const { body } = await request(`/v1/${CHAIN}/tokenlist`);
    const { tokens } = UNISWAP_TOKEN_LIST.parse(body);
    expect(tokens.map(({ address }) => address)).toContain(token);
  });
});
