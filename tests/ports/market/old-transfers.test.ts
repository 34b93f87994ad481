import { eq, sql } from "drizzle-orm";
import { type Address, pad, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transfers } from "@/lib/features/market/store/tables/event-tables";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { balances, checkpoints } from "@/lib/features/market/store/tables/tables";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { TransfersRemovedError } from "@/lib/indexer/store/dataset-types";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
const DAY = 86_400;
const START = 1_700_000_000;
/** One block a day, each with a transfer of one token unit from one holder to the other. */
const BLOCKS = 60;
const hashOf = (block: number) => pad(toHex(block), { size: 32 });
const addressOf = (n: number): Address => pad(toHex(n), { size: 20 });
const TOKEN = addressOf(1);
const POOL = addressOf(2);
const HOLDER = addressOf(3);
const timeOf = (block: number) => START + block * DAY;

describe("transfers that no rollback needs", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let market: ReturnType<typeof createMarketDatasets>;

  beforeAll(async () => {
    database = await startTestDatabase();
    market = createMarketDatasets(database.db, CHAIN, "live");
  });
  afterAll(() => database.stop());

  const store = () => market.store(CHAIN);
  const checkpoint = { block: BLOCKS, hash: hashOf(BLOCKS), time: timeOf(BLOCKS) };
  const removeAll = async (kept: { since: number; keepBlocksFrom: number }) => {
    let batches = 1;
    while (await store().removeOldTransfers(kept)) batches += 1;
    return batches;
  };
  const storedBlocks = async () => {
    const rows = await database.db
      .selectDistinct({ block: transfers.block })
      .from(transfers)
      .where(eq(transfers.datasetId, CHAIN))
      .orderBy(transfers.block);
    return rows.map(({ block }) => block);
  };

  beforeEach(async () => {
    const { db } = database;
    await db.delete(datasets);
    await db.delete(checkpoints);
    await db.insert(datasets).values({ id: CHAIN, chainId: CHAIN, state: "live", version: 1 });
    const origin = { genesisHash: hashOf(0), deployment: "test", windowAt: checkpoint.time };
    await store().reset({ ...checkpoint, ...origin });
    await db.insert(transfers).values(
      Array.from({ length: BLOCKS }, (_, i) => ({
        datasetId: CHAIN,
        block: i + 1,
        logIndex: 0,
        time: timeOf(i + 1),
        txHash: hashOf(i + 1),
        token: TOKEN,
        from: POOL,
        to: HOLDER,
        amountWei: 1n,
      })),
    );
    await db.insert(balances).values([
      { datasetId: CHAIN, token: TOKEN, holder: POOL, amountWei: 1_000n },
      { datasetId: CHAIN, token: TOKEN, holder: HOLDER, amountWei: BigInt(BLOCKS) },
    ]);
  });

  it("are removed once they are old, but not of blocks that a reorg may revert", async () => {
    await removeAll({ since: timeOf(31), keepBlocksFrom: 1_000 });
    expect(await storedBlocks()).toEqual(Array.from({ length: 30 }, (_, i) => i + 31));
    await removeAll({ since: timeOf(BLOCKS), keepBlocksFrom: 41 });
    expect(await storedBlocks()).toEqual(Array.from({ length: 20 }, (_, i) => i + 41));
    await removeAll({ since: timeOf(BLOCKS), keepBlocksFrom: 41 });
    expect(await storedBlocks()).toHaveLength(20);
  });

  it("are removed in batches that end with a whole block", async () => {
    await database.db.execute(sql`
      insert into market.transfers (dataset_id, block, log_index, time, tx_hash, token, from_address,
        to_address, amount_wei)
      select dataset_id, block, n, time, tx_hash, token, from_address, to_address, amount_wei
      from market.transfers, generate_series(1, 699) as n where block <= 20`);
    // With 700 a block, batches of 5,000 end within blocks 8 and 16.
    expect(await removeAll({ since: timeOf(21), keepBlocksFrom: BLOCKS })).toBe(3);
    expect(await storedBlocks()).toEqual(Array.from({ length: 40 }, (_, i) => i + 21));
  });

  it("leave balances as they were, also after a reorg of the blocks that are kept", async () => {
    await removeAll({ since: timeOf(31), keepBlocksFrom: 1_000 });
    await store().rollBack({
      expected: checkpoint,
      to: { block: 40, hash: hashOf(40), time: timeOf(40) },
    });
    const rows = await database.db.select().from(balances).orderBy(balances.holder);
    expect(rows.map(({ amountWei }) => amountWei)).toEqual([1_020n, 40n]);
  });

  it("prevent a copy up to a block before them, and only that", async () => {
    await removeAll({ since: timeOf(31), keepBlocksFrom: 1_000 });
    const upTo = (block: number) => ({ block, hash: hashOf(block), time: timeOf(block) });
    const { id } = await market.create("building");
    await expect(market.copyLive(id, upTo(29), "")).rejects.toThrow(TransfersRemovedError);
    await market.copyLive(id, upTo(30), "");
    const rows = await database.db
      .select()
      .from(balances)
      .where(eq(balances.datasetId, id))
      .orderBy(balances.holder);
    expect(rows.map(({ amountWei }) => amountWei)).toEqual([1_030n, 30n]);
  });
});
