import { hydrate, QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { readFirstLists } from "@/lib/web/first-lists";
import { FROM_SERVER, newTokensQuery, sortedTokensQuery } from "@/lib/web/queries";

const TOKEN = {
  tokenAddress: "0x334B0B921E0E8AbE4Fa6E6b2377bA08885eEAcCE",
  symbol: "ONE",
  name: "One",
  marketCapETH: "1",
  createdAt: 1_700_000_000,
  image: null,
  description: null,
  isActive: true,
  fairLaunchActive: false,
};
const META = { network: "mainnet", timestamp: 1_700_000_000 };

/** A Data API with one token on each chain, which fails for some paths. */
function api(fails: RegExp | null): { fetch: typeof fetch; requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    async fetch(target) {
      const { pathname, search } = new URL(String(target));
      requests.push(pathname + search);
      if (fails?.test(pathname)) return Response.json({ error: "No" }, { status: 503 });
      const pagination = { limit: 50, offset: 0, total: 1, next: null };
      return Response.json({ data: [TOKEN], pagination, meta: META });
    },
  };
}

async function held(fails: RegExp | null, sorted: Parameters<typeof readFirstLists>[0]["sorted"]) {
  const chains = ["base", "robinhood"] as const;
  const { fetch, requests } = api(fails);
  const lists = { chains, newest: 18, sorted };
  const state = await readFirstLists(lists, { fetch, baseUrl: "http://127.0.0.1" });
  const client = new QueryClient();
  // As it travels to the browser.
  hydrate(client, JSON.parse(JSON.stringify(state)));
  return {
    requests,
    newest: chains.map((chain) => client.getQueryState(newTokensQuery(chain, 18).queryKey)),
    sorted: client.getQueryState(sortedTokensQuery(chains, "marketCap", { manager: "" }).queryKey),
  };
}

describe("readFirstLists", () => {
  it("holds the lists under the keys of the page's queries, older than anything", async () => {
    const { newest, sorted } = await held(null, { sort: "marketCap", filters: { manager: "" } });
    for (const state of newest) {
      expect(state).toMatchObject({ status: "success", dataUpdatedAt: FROM_SERVER });
      expect(state?.data?.data).toMatchObject([{ name: "One" }]);
    }
    expect(sorted).toMatchObject({ status: "success", dataUpdatedAt: FROM_SERVER });
    expect(sorted?.data?.pages).toMatchObject([[{ chain: "base" }, { chain: "robinhood" }]]);
  });

  it("leaves out what cannot be read, and keeps the rest", async () => {
    const { newest, sorted } = await held(/robinhood/, { sort: "marketCap", filters: {} });
    expect(newest.map((state) => state?.status)).toEqual(["success", undefined]);
    expect(sorted).toBeUndefined();
  });

  it("reads no list that the service does not have", async () => {
    const { requests } = await held(null, null);
    expect(requests).toEqual(["/v1/base/tokens/new?limit=18", "/v1/robinhood/tokens/new?limit=18"]);
  });
});
