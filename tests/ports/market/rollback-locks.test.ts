import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedMarket, seedToken } from "@/bench/seed-market";
import { rankQueue } from "@/lib/features/market/store/tables/rank-tables";
import { tokenTerms } from "@/lib/features/market/store/tables/series-tables";
import { updateTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { removeAfter } from "@/lib/indexer/store/roll-back";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
/** Four of these tokens are in the last block, 9. */
const TOKENS = 40;

describe("a rollback while ranks are refreshed", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  beforeAll(async () => {
    database = await startTestDatabase();
    await seedMarket(database.db, { chainId: CHAIN, tokens: TOKENS, trades: 0, holders: 0 });
  });
  afterAll(() => database.stop());

  const isWaiting = async () => {
    const { rows } = await database.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  };

  it("waits for the refresh of a token that it removes, without a deadlock", async () => {
    const { db } = database;
    const n = TOKENS - 1;
    const token = { address: seedToken(n), name: `Token ${n}`, symbol: `T${n}` };
    await db.insert(rankQueue).values({ datasetId: CHAIN, token: token.address });
    // As `refreshRanks` does: takes the token from the queue, and later writes its terms.
    const rollback = await db.transaction(async (tx) => {
      await tx
        .delete(rankQueue)
        .where(and(eq(rankQueue.datasetId, CHAIN), eq(rankQueue.token, token.address)));
      const removed = db.transaction((other) =>
        removeAfter(other, CHAIN, { block: 8, windowAt: 0 }),
      );
      await expect.poll(isWaiting).toBe(true);
      await updateTerms(tx, CHAIN, [{ ...token, marketCapWei: 1n }]);
      return { removed };
    });
    expect((await rollback.removed).pools).toHaveLength(4);
    const left = await db.select().from(tokenTerms).where(eq(tokenTerms.token, token.address));
    expect(left).toEqual([]);
  });
});
