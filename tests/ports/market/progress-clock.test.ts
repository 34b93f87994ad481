import { sql } from "drizzle-orm";
import { pad, toHex } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMarket } from "@/lib/features/market/store/create-market";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { createProgressTracker } from "@/lib/features/system/create-progress-tracker";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN_ID = 84_532;
const hash = pad(toHex(1), { size: 32 });

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
  const { db } = database;
  await db.insert(datasets).values({ id: CHAIN_ID, chainId: CHAIN_ID, state: "live", version: 1 });
  const origin = { genesisHash: hash, deployment: "test", windowAt: 0 };
  const { store } = createMarketDatasets(db, CHAIN_ID, "live");
  await store(CHAIN_ID).reset({ block: 1, hash, time: 1, ...origin });
});
afterAll(() => database.stop());

/** How long ago the indexer wrote, as a server whose clock differs from the database's sees it. */
async function ageSeenBy(clockDifferenceMs: number): Promise<number> {
  const now = () => new Date(Date.now() + clockDifferenceMs);
  const { readProgress: read } = createMarket(database.db);
  const tracker = createProgressTracker({ read, now, confirmations: () => 0 });
  const [progress] = await tracker.current();
  return now().getTime() / 1_000 - (progress?.updatedAt ?? 0);
}

it.each([
  ["equal to", 0],
  ["ten minutes ahead of", 600_000],
  ["ten minutes behind", -600_000],
])(
  "a server with a clock %s the database's knows how long the indexer is silent",
  async (...given) => {
    const [, difference] = given;
    await database.db.execute(sql`update market.checkpoints set updated_at = now()`);
    const fresh = await ageSeenBy(difference);
    expect(fresh).toBeGreaterThanOrEqual(0);
    expect(fresh).toBeLessThan(10);
    await database.db.execute(
      sql`update market.checkpoints set updated_at = now() - interval '2 minutes'`,
    );
    const silent = await ageSeenBy(difference);
    expect(silent).toBeGreaterThanOrEqual(120);
    expect(silent).toBeLessThan(130);
  },
);
