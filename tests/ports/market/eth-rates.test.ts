import { pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { createMarket } from "@/lib/features/market/store/create-market";
import { RATE_AGE_MAX } from "@/lib/features/market/store/recent-rates";
import {
  candles,
  datasets,
  ethPriceHistory,
  ethPrices,
} from "@/lib/features/market/store/tables/series-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { startTestDatabase } from "../../setup/database/postgres";

const E18 = 10n ** 18n;
const MINUTE = 60;
const HOUR = 3_600;
/** On the hour, so that whole buckets lie between these times. */
const NOON = 1_700_000_000 - (1_700_000_000 % HOUR);
const NOW = Math.floor(Date.now() / 1_000) - MINUTE;
const at = (seconds: number) => new Date(seconds * 1000);

describe("the ETH/USD rate at a time", () => {
  let test: Awaited<ReturnType<typeof startTestDatabase>>;
  let db: Database;

  beforeAll(async () => {
    test = await startTestDatabase();
    db = test.db;
  });
  afterAll(() => test.stop());

  const ratesAt = (chainId: number, times: number[]) =>
    createMarket(db).readEthRates({ chainId, times });

  it("is the last known rate within two hours before it, else today's", async () => {
    const chainId = 1;
    const { saveEthPrice } = createMarketDatasets(db, chainId, "live");
    await saveEthPrice(2_000n * E18, at(NOON + 30));
    await saveEthPrice(2_100n * E18, at(NOON + HOUR));
    await saveEthPrice(3_000n * E18, at(NOW));
    const times = [NOON - 1, NOON, NOON + HOUR - 1, NOON + HOUR, NOON + 3 * HOUR, NOON - 9 * HOUR];
    expect(await ratesAt(chainId, times)).toEqual(
      [3_000n, 2_000n, 2_000n, 2_100n, 3_000n, 3_000n].map((rate) => rate * E18),
    );
  });

  it("is the same for recent times, which are kept in memory", async () => {
    const chainId = 6;
    const { saveEthPrice } = createMarketDatasets(db, chainId, "live");
    const minutes = Math.floor(Date.now() / 60_000);
    const now = (minutes - 10) * MINUTE;
    for (const [hours, rate] of [
      [-100, 1_900n],
      [-5, 2_000n],
      [-4, 2_100n],
      [0, 3_000n],
    ] as const) {
      await saveEthPrice(rate * E18, at(now + hours * HOUR));
    }
    const hours = [-100, -99, -5, -4.01, -4, -3, -2.01, -2, 0, 0.1, 1.99];
    const times = hours.map((hour) => now + Math.round(hour * HOUR));
    const { readEthRates } = createMarket(db);
    const wanted = [1_900n, 1_900n, 2_000n, 2_000n, 2_100n, 2_100n, 2_100n, null, 3_000n, 3_000n];
    const rates = [...wanted, 3_000n].map((rate) => (rate ?? 3_000n) * E18);
    // One without a rate takes the current one, which the whole request reads from the database.
    expect(await readEthRates({ chainId, times })).toEqual(rates);
    const known = times.filter((_, nth) => wanted[nth] !== null);
    const found = rates.filter((_, nth) => wanted[nth] !== null);
    expect(await readEthRates({ chainId, times: known })).toEqual(found);
    // A new rate is seen within a second or so.
    await saveEthPrice(4_000n * E18, new Date());
    await expect
      .poll(() => readEthRates({ chainId, times: [now, Math.floor(Date.now() / 1_000)] }))
      .toEqual([3_000n * E18, 4_000n * E18]);
  });

  it("is null for a chain without any rate, and today's is null while the feed is not trusted", async () => {
    expect(await ratesAt(2, [NOON])).toEqual([null]);
    const { saveEthPrice } = createMarketDatasets(db, 3, "live");
    await saveEthPrice(2_000n * E18, at(NOON));
    await saveEthPrice(null, at(NOON + 60));
    expect(await ratesAt(3, [NOON + 90, NOON + 9 * HOUR])).toEqual([2_000n * E18, null]);
  });

  it("is returned with its time for each chain with a trusted feed, unless it is too old", async () => {
    const first = createMarketDatasets(db, 21, "live");
    const second = createMarketDatasets(db, 22, "live");
    const untrusted = createMarketDatasets(db, 23, "live");
    await first.saveEthPrice(2_000n * E18, at(NOW));
    await first.saveEthPrice(2_000n * E18, at(NOW + 30));
    await second.saveEthPrice(3n, at(NOW));
    await createMarketDatasets(db, 24, "live").saveEthPrice(1n, at(NOW - RATE_AGE_MAX));
    await untrusted.saveEthPrice(1n, at(NOW));
    await untrusted.saveEthPrice(null, at(NOW + 60));
    const market = createMarket(db);
    const prices = await market.readEthPrices([21, 22, 23, 24, 25]);
    expect(prices.toSorted((a, b) => a.chainId - b.chainId)).toEqual([
      { chainId: 21, usdE18: 2_000n * E18, updatedAt: at(NOW + 30) },
      { chainId: 22, usdE18: 3n, updatedAt: at(NOW) },
    ]);
    expect(await market.readEthPrices([])).toEqual([]);
  });

  it("is stored when it changes and once an hour, at most one row per minute", async () => {
    const chainId = 4;
    const { saveEthPrice } = createMarketDatasets(db, chainId, "live");
    await saveEthPrice(1n, at(NOON));
    await saveEthPrice(1n, at(NOON + 600));
    await saveEthPrice(2n, at(NOON + 610));
    await saveEthPrice(3n, at(NOON + 640));
    await saveEthPrice(3n, at(NOON + 640 + HOUR));
    const rows = await db.select().from(ethPriceHistory);
    expect(rows.filter((row) => row.chainId === chainId)).toEqual([
      { chainId, time: NOON, usdE18: 1n },
      { chainId, time: NOON + 600, usdE18: 3n },
      { chainId, time: NOON + 600 + HOUR, usdE18: 3n },
    ]);
  });

  it("is removed when another chain with the same id is detected", async () => {
    const chainId = 7;
    const chain = createMarketDatasets(db, chainId, "live");
    const { id } = await chain.create("live");
    const start = { block: 0, hash: "0x01", time: NOON, deployment: "d", windowAt: NOON } as const;
    await chain.store(id).reset({ ...start, genesisHash: "0xaa" });
    await chain.saveEthPrice(2_000n * E18, at(NOON));
    await chain.store(id).reset({ ...start, genesisHash: "0xaa" });
    expect(await ratesAt(chainId, [NOON])).toEqual([2_000n * E18]);
    await chain.store(id).reset({ ...start, genesisHash: "0xbb" });
    expect(await ratesAt(chainId, [NOON])).toEqual([null]);
  });

  it("values each part of a token's volume at the rate of its time", async () => {
    const chainId = 5;
    const token = pad(toHex(7), { size: 20 });
    await db.insert(datasets).values({ id: chainId, chainId, state: "live", version: 1 });
    await insertRows(db, tokens, [
      {
        datasetId: chainId,
        address: token,
        poolId: pad(toHex(7), { size: 32 }),
        name: "Token",
        symbol: "T",
        tokenUri: "ipfs://x",
        creator: token,
        owner: token,
        manager: null,
        managerKind: "none",
        launcher: token,
        launchId: pad(toHex(7), { size: 32 }),
        createdAt: NOON,
        createdBlock: 1,
        createdLogIndex: 1,
        startTime: 0,
        supplyWei: 1n,
        sqrtPriceX96: 1n,
        tick: 0,
        marketCapWei: 1n,
        startingMarketCapWei: 1n,
        metadataState: "resolved" as const,
      },
    ]);
    const bucket = (seconds: number, start: number, volumeWei: bigint) => ({
      datasetId: chainId,
      token,
      seconds,
      start,
      openWei: 1n,
      highWei: 1n,
      lowWei: 1n,
      closeWei: 1n,
      volumeWei,
      sqrtPriceX96: 1n,
      firstBlock: 1,
    });
    const market = createMarket(db);
    const read = () => market.findTokenMarket({ chainId, address: token, now: NOON + 3 * HOUR });
    // Without trades: zero dollars on a chain with a rate, unknown on one without.
    expect(await read()).toMatchObject({ volume24hUsdE18: null, volume7dUsdE18: null });
    const { saveEthPrice } = createMarketDatasets(db, chainId, "live");
    await saveEthPrice(2_000n * E18, at(NOON));
    // As if these times were recent.
    const keep = () => db.update(ethPrices).set({ updatedAt: new Date() });
    await keep();
    expect(await read()).toMatchObject({ volume24hUsdE18: 0n, volume7dUsdE18: 0n });
    await saveEthPrice(3_000n * E18, at(NOON + HOUR));
    await keep();
    await insertRows(db, candles, [
      bucket(60, NOON, E18),
      bucket(60, NOON + HOUR, E18 / 2n),
      bucket(HOUR, NOON, E18),
      bucket(HOUR, NOON + HOUR, E18 / 2n),
    ]);
    expect(await read()).toMatchObject({
      volume24hUsdE18: 3_500n * E18,
      volume7dUsdE18: 3_500n * E18,
    });
  });
});
