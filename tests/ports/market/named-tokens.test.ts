import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedMarket, seedToken } from "@/bench/seed-market";
import { readEnv } from "@/lib/env";
import { listTokens } from "@/lib/features/market/list-tokens";
import { sortedListQuery } from "@/lib/features/market/schema/tokens";
import { createMarket } from "@/lib/features/market/store/create-market";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAINS } from "@/lib/shared/chains";
import { startTestDatabase } from "../../setup/database/postgres";

const NAMED = [1, 2, 3].map((n) => toChecksumAddress(seedToken(n)));

describe("a list of named tokens", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let market: ReturnType<typeof createMarket>;

  beforeAll(async () => {
    database = await startTestDatabase();
    const { chainId } = CHAINS["base-sepolia"];
    await seedMarket(database.db, { chainId, tokens: 5, trades: 0, holders: 0 });
    market = createMarket(database.db);
  });
  afterAll(() => database.stop());

  const list = async (query: Record<string, string>) => {
    const ctx = { env: readEnv({}), clock: { now: () => new Date() }, market };
    const input = {
      params: { chain: "base-sepolia" as const },
      query: sortedListQuery.parse({ sort: "marketCap", figures: "true", ...query }),
      body: undefined,
    };
    const { data, pagination } = await listTokens({ ctx, input });
    return { found: data.map(({ tokenAddress }) => tokenAddress), pagination };
  };

  it("has no cursor, which it could not be requested with, and goes on by offset", async () => {
    const query = { addresses: NAMED.join(","), limit: "2" };
    const [first, second] = [await list(query), await list({ ...query, offset: "2" })];
    expect(first.pagination).toEqual({ limit: 2, offset: 0 });
    expect(second.pagination).toEqual({ limit: 2, offset: 2 });
    expect([...first.found, ...second.found].toSorted()).toEqual(NAMED.toSorted());
    // Other lists have one.
    expect((await list({ limit: "2" })).pagination.next).toMatch(/^d\./);
  });

  it("has each token once, however often and in which letter case it is named", async () => {
    const [first = "", second = ""] = NAMED;
    const addresses = [first, second, first, first.toLowerCase()].join(",");
    const { found } = await list({ addresses });
    expect(found.toSorted()).toEqual([first, second].toSorted());
  });
});
