import { createServer } from "node:net";
import { getAddress, pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointsOf } from "@/lib/endpoints/all";
import { createPageData } from "@/lib/endpoints/page-data";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import { readFirstLists } from "@/lib/web/first-lists";
import { folderWith } from "../../setup/folder-with";
import { listen } from "../../setup/servers/listen";
import { createLonelyContext } from "../support/open-pipeline";

/** Pages of a server with this database. */
function pagesWith(variables: Record<string, string> = {}) {
  const ctx = createLonelyContext(variables);
  const cache = createResponseCache({ ctx, bytesMax: 1_000_000 });
  return createPageData(ctx, {
    endpoints: endpointsOf(ctx),
    cache,
    positions: { now: () => ({}) },
  });
}
const LIST = "http://127.0.0.1/v1/base-sepolia/tokens";
/** Longer than a page waits, shorter than a request does. */
const SOON_MS = 2_000;

describe("first data of a page", () => {
  // Accepts connections and never responds.
  const silent = createServer();
  let url = "";
  beforeAll(async () => {
    const { port } = await listen(silent);
    url = `postgres://nobody@127.0.0.1:${port}/none`;
  });
  afterAll(() => silent.close());

  it("is nothing but reads of the APIs", async () => {
    const { fetch } = pagesWith();
    for (const path of ["/api/v1/base/launch-memecoin", "/ipfs/x", "/metrics", "/", "/nothing"]) {
      await expect(fetch(`http://127.0.0.1${path}`)).rejects.toThrow("is not a read");
    }
  });

  it("rejects what the API would reject", async () => {
    const { fetch } = pagesWith();
    await expect(fetch(`${LIST}?limit=9999`)).rejects.toMatchObject({ code: "invalid_parameters" });
  });

  it("is left out while the database is away", async () => {
    const { fetch } = pagesWith();
    expect((await fetch(LIST)).status).toBe(503);
    const lists = { chains: ["base-sepolia" as const], newest: 18, sorted: null };
    const state = await readFirstLists(lists, { fetch, baseUrl: "http://127.0.0.1" });
    expect(state.queries).toEqual([]);
  });

  it("is not waited for when the database hangs", async () => {
    const { fetch } = pagesWith({ DATABASE_URL: url });
    const began = performance.now();
    await expect(fetch(LIST)).rejects.toThrow("did not respond within 500 ms");
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });
});

const CONTRACTS = [
  ...["poolManager", "universalRouter", "permit2", "v4Quoter", "stateView", "launchpad"],
  ...["launchHook", "feeStream", "managerFactory", "launchLens"],
];

/** The variables of a launchpad whose only chain is Base Sepolia. */
function onlyBaseSepolia(): Record<string, string> {
  const addresses = CONTRACTS.map((name, n) => [name, getAddress(pad(toHex(n + 1), { size: 20 }))]);
  const manifest = {
    chainId: 84_532,
    slug: "base-sepolia",
    sandbox: false,
    startBlock: 1,
    deployedAt: "2026-01-01T00:00:00Z",
    universalRouterVersion: "2.0",
    contracts: Object.fromEntries(addresses),
  };
  const DEPLOYMENTS_DIR = folderWith({ "base-sepolia.json": JSON.stringify(manifest) });
  return { DEPLOYMENTS_DIR, RPC_URL_BASE_SEPOLIA: "http://127.0.0.1:9" };
}

it("pages have the operator's market cap from the start", () => {
  const { facts } = pagesWith({
    MARKET_CAP_DEFAULT_USDC: "7500000000",
    MARKET_CAP_MIN_USDC: "5000000000",
    MARKET_CAP_MAX_USDC: "20000000000",
  });
  const limits = { default: "7500000000", min: "5000000000", max: "20000000000" };
  expect(facts.marketCapUsdc).toEqual(limits);
});

describe("the chains that forms offer", () => {
  it("are the configured ones, and the first of them is selected without a brand", () => {
    const { facts } = pagesWith(onlyBaseSepolia());
    expect(facts.chains).toEqual(["base-sepolia"]);
    expect(facts.brand.defaultChain).toBe("base-sepolia");
    expect(facts.sandbox).toBe(false);
  });

  it("do not include a brand's default chain that is not configured", () => {
    const brand = { "brand.json": JSON.stringify({ name: "Acme", defaultChain: "robinhood" }) };
    const { facts } = pagesWith({ ...onlyBaseSepolia(), BRAND_FOLDER: folderWith(brand) });
    expect(facts.chains).toEqual(["base-sepolia"]);
    expect(facts.brand.defaultChain).toBe("base-sepolia");
  });
});
