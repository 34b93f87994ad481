import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createMarketUpdates,
  type MarketUpdate,
} from "@/lib/features/market/store/create-market-updates";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { addMarketDeliveries } from "@/lib/features/webhooks/store/add-market-deliveries";
import { webhookDeliveries } from "@/lib/features/webhooks/store/tables";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startTestDatabase } from "../../setup/database/postgres";
import { addressOf, createMarketWriter } from "../../setup/database/write-market";

const CHAIN_ID = 84_532;
const WAIT = { timeoutMs: 10_000 };
const TOKEN = addressOf(100);

describe("a dataset that is built while blocks are reorganized", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let building: ReturnType<ReturnType<typeof createMarketDatasets>["store"]>;
  const stop = new AbortController();
  const updates: MarketUpdate[] = [];
  let listening: Promise<void>;

  beforeAll(async () => {
    database = await startTestDatabase();
    const marketUpdates = createMarketUpdates(database.url);
    marketUpdates.subscribe((update) => updates.push(update));
    listening = marketUpdates.run(stop.signal);
    expect(await waitUntil(() => updates.length > 0, WAIT)).toBe(true);
  });
  afterAll(async () => {
    stop.abort();
    await listening;
    await database.stop();
  });

  const read = () => {
    const { block, kind, state, isReverted } = webhookDeliveries;
    return database.db
      .select({ block, kind, state, isReverted })
      .from(webhookDeliveries)
      .orderBy(asc(webhookDeliveries.sequence));
  };
  const trade = (block: number) =>
    ({ block, kind: "trade", state: "waiting", isReverted: false }) as const;
  const checkpointOf = async (store: typeof building) => {
    const found = await store.findCheckpoint();
    if (found === null) throw new Error("there is no checkpoint");
    return found;
  };

  /** A live dataset with a trade in each of three blocks, their deliveries, and a copy of it. */
  beforeEach(async () => {
    const { db } = database;
    await db.execute(sql`
      truncate market.datasets, market.checkpoints, market.blocks, market.swaps, market.tokens,
        market.token_ranks, market.rank_queue, launch.webhooks, launch.webhook_subjects,
        launch.webhook_deliveries`);
    const live = createMarketWriter(db, CHAIN_ID);
    await live.list(TOKEN, { marketCapWei: 1n, image: null });
    await live.write(
      8,
      Array.from({ length: 3 }, () => ({ trades: [TOKEN] })),
    );
    await db.execute(sql`
      insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret,
        challenge, created_at, verified_at)
      values ('wh', 'live', 'https://x', 'active', '{trade}', 0, '', '', to_timestamp(0),
        to_timestamp(0))`);
    await db.execute(sql`insert into launch.webhook_subjects select 'wh', 0, ''`);
    const range = {
      datasetId: CHAIN_ID,
      chainId: CHAIN_ID,
      realm: "live" as const,
      after: 7,
      upTo: 10,
    };
    await db.transaction((tx) => addMarketDeliveries(tx, range));
    const all = createMarketDatasets(db, CHAIN_ID, "live");
    const next = await all.create("building");
    await all.copyLive(next.id, await checkpointOf(all.store(CHAIN_ID)), "test");
    building = all.store(next.id);
    expect(await waitUntil(() => updates.at(-1)?.checkpoint?.block === 10, WAIT)).toBe(true);
    updates.length = 0;
  });

  it("takes back no event and announces no block before it is live", async () => {
    const [expected, [, before]] = await Promise.all([
      checkpointOf(building),
      building.listBlocks({ atOrBelow: 10, limit: 2 }),
    ]);
    if (before === undefined) throw new Error("there is no block before");
    const to = { block: before.number, hash: before.hash, time: expected.time - 1 };
    await building.rollBack({ expected, to });
    const next = { ...expected, hash: `0x${"ab".repeat(32)}` } as const;
    await building.applyBatch({
      expected: to,
      next,
      head: 10,
      keepBlocksFrom: 0,
      blocks: [{ number: 10, hash: next.hash, time: next.time }],
      touched: { tokens: [], managers: [], walked: [], holders: [] },
      derive: () => {
        throw new Error("nothing is touched");
      },
    });
    await building.reset({ ...expected, deployment: "test", windowAt: 0 });
    expect(await read()).toEqual([trade(8), trade(9), trade(10)]);

    await createMarketDatasets(database.db, CHAIN_ID, "live").promote(building.datasetId);
    const { block, hash } = expected;
    const promoted = { chain: "base-sepolia", token: null, checkpoint: { block, hash } };
    await expect.poll(() => updates).toEqual([promoted]);
  });

  it("replaces events of the blocks that it does not share, once it is live", async () => {
    const { db } = database;
    const forked = createMarketWriter(db, building.datasetId);
    await forked.rollBack(8, "other");
    await forked.write(9, [{ trades: [TOKEN] }, {}, { trades: [TOKEN] }]);
    // The first event may have arrived.
    await db.update(webhookDeliveries).set({ attempts: 1 }).where(eq(webhookDeliveries.block, 9));
    await createMarketDatasets(db, CHAIN_ID, "live").promote(building.datasetId);
    expect(await read()).toEqual([
      trade(8),
      { ...trade(9), isReverted: true },
      { ...trade(10), isReverted: true, state: "canceled" },
      { block: null, kind: "event.reverted", state: "waiting", isReverted: false },
      trade(9),
      trade(11),
    ]);
    const live = await db.select().from(datasets).where(eq(datasets.state, "live"));
    expect(live.map(({ id }) => id)).toEqual([building.datasetId]);
  });

  it("keeps the events of a live dataset that shares no stored block, and adds the later ones", async () => {
    const { db } = database;
    const ahead = createMarketWriter(db, building.datasetId);
    await ahead.write(11, [{ trades: [TOKEN] }]);
    await ahead.forgetBlocks(10);
    await createMarketDatasets(db, CHAIN_ID, "live").promote(building.datasetId);
    expect(await read()).toEqual([trade(8), trade(9), trade(10), trade(11)]);
  });
});
