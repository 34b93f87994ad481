import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedMarket } from "@/bench/seed-market";
import { createMarket } from "@/lib/features/market/store/create-market";
import type { TokenRanges } from "@/lib/features/market/store/market";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;

describe("a token whose shares are not known yet", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  beforeAll(async () => {
    database = await startTestDatabase();
    await seedMarket(database.db, { chainId: CHAIN, tokens: 3, trades: 0, holders: 0 });
    // As the indexer adds a token with its launch, before it derives shares and holders.
    await database.db.execute(sql`
      update market.token_ranks set holders = 0, creator_bps = 0, top_holders_bps = 0, first_block_bps = 0`);
  });
  afterAll(() => database.stop());

  const count = async (ranges: TokenRanges) => {
    const query = { chainId: CHAIN, order: "newest", limit: 10, offset: 0, ranges } as const;
    return (await createMarket(database.db).listTokens(query)).length;
  };

  it.each([
    { creatorBps: { max: 500 } },
    { topHoldersBps: { max: 1_000 } },
    { firstBlockBps: { max: 500 } },
    { holders: { max: 10 } },
  ])("is in no list with a maximum of what is not known: %o", async (ranges) => {
    expect(await count({ createdAt: { min: 0 } })).toBe(3);
    expect(await count(ranges)).toBe(0);
  });

  it.each(["creatorShare", "holders"] as const)(
    "is not first in ascending order of %s",
    async (order) => {
      const query = { chainId: CHAIN, order, limit: 10, offset: 0 } as const;
      const list = (direction: "asc" | "desc") =>
        createMarket(database.db).listTokens({ ...query, direction });
      expect(await list("asc")).toEqual([]);
      expect(await list("desc")).toHaveLength(3);
    },
  );

  it("is in these lists once they are known", async () => {
    await database.db.execute(sql`update market.token_ranks set holders = 1`);
    expect(await count({ creatorBps: { max: 500 } })).toBe(3);
  });
});
