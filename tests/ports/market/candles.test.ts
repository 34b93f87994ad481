import { sql } from "drizzle-orm";
import fc from "fast-check";
import { pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import {
  bucketStart,
  type CandleRow,
  type CandleTrade,
  candleOfTrade,
  INTERVALS,
  mergeIntoCandle,
  STORED_INTERVALS,
} from "@/lib/features/market/rules/candles";
import { tradeVolumeWei } from "@/lib/features/market/rules/trade";
import { TRADE_VOLUME } from "@/lib/features/market/store/candle-sql";
import { createMarket } from "@/lib/features/market/store/create-market";
import { swaps } from "@/lib/features/market/store/tables/event-tables";
import { bigColumn, readRows } from "@/lib/features/market/store/tables/raw-columns";
import { candles, datasets } from "@/lib/features/market/store/tables/series-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { CandleProjection } from "@/lib/indexer/projection/candle-projection";
import { addCandles, revertCandles } from "@/lib/indexer/store/change-candles";
import { startTestDatabase } from "../../setup/database/postgres";

const DATASET = 84_532;
const TOKEN = pad("0x01", { size: 20 });
const START = 1_700_000_000;

function merged(earlier: CandleRow, later: CandleRow): CandleRow {
  const both = { ...earlier };
  mergeIntoCandle(both, later);
  return both;
}

type Trade = CandleTrade & { ethToPoolWei: bigint; feeWei: bigint };

const steps = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 1, 50, 700, 9_000),
    capWei: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    ethToPoolWei: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    feeWei: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  }),
  { minLength: 2, maxLength: 30 },
);

/** Sequential trades; each starts at the market cap at which the previous one ended. */
function tradesOf(list: typeof steps extends fc.Arbitrary<infer T> ? T : never): Trade[] {
  let time = START;
  let beforeWei = 10n ** 18n;
  return list.map(({ wait, capWei, ...legs }, nth) => {
    time += wait;
    const trade = {
      time,
      block: 10 + nth,
      beforeWei,
      afterWei: capWei,
      volumeWei: tradeVolumeWei(legs),
      sqrtPriceX96: capWei + 1n,
      ...legs,
    };
    beforeWei = capWei;
    return trade;
  });
}

/** Candles computed directly from the trades of each bucket. */
function naive(trades: readonly Trade[], seconds: number): CandleRow[] {
  const buckets = new Map<number, Trade[]>();
  for (const trade of trades) {
    const start = Math.floor(trade.time / seconds) * seconds;
    buckets.set(start, [...(buckets.get(start) ?? []), trade]);
  }
  return [...buckets].flatMap(([start, inside]) => {
    const [first, last] = [inside[0], inside.at(-1)];
    if (first === undefined || last === undefined) return [];
    const caps = inside.flatMap(({ beforeWei, afterWei }) => [beforeWei, afterWei]);
    caps.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return [
      {
        start,
        openWei: first.beforeWei,
        highWei: caps.at(-1) ?? 0n,
        lowWei: caps[0] ?? 0n,
        closeWei: last.afterWei,
        volumeWei: inside.reduce((sum, { volumeWei }) => sum + volumeWei, 0n),
        sqrtPriceX96: last.sqrtPriceX96,
        firstBlock: first.block,
      },
    ];
  });
}

function partsOf(trades: readonly Trade[]) {
  const projection = new CandleProjection();
  for (const trade of trades) projection.add(TOKEN, trade);
  return projection.rows();
}

describe("candle aggregation", () => {
  let test: Awaited<ReturnType<typeof startTestDatabase>>;

  beforeAll(async () => {
    test = await startTestDatabase();
    const dataset = { id: DATASET, chainId: DATASET, state: "live", version: 1 } as const;
    await test.db.insert(datasets).values(dataset);
    await insertRows(test.db, tokens, [
      {
        datasetId: DATASET,
        address: TOKEN,
        poolId: pad(TOKEN, { size: 32 }),
        name: "x",
        symbol: "x",
        tokenUri: "",
        creator: TOKEN,
        owner: TOKEN,
        managerKind: "none",
        launcher: TOKEN,
        launchId: pad(TOKEN, { size: 32 }),
        createdAt: START,
        createdBlock: 1,
        createdLogIndex: 0,
        startTime: 0,
        supplyWei: 1n,
        sqrtPriceX96: 1n,
        tick: 0,
        marketCapWei: 1n,
        startingMarketCapWei: 1n,
        metadataState: "resolved",
      },
    ]);
  });
  afterAll(() => test.stop());

  it("does not depend on where a bucket's trades are divided", () => {
    fc.assert(
      fc.property(steps, fc.nat(29), (list, cut) => {
        const rows = tradesOf(list).map((trade) => candleOfTrade(trade, 0));
        const whole = (part: CandleRow[]) => part.reduce(merged);
        const at = 1 + (cut % (rows.length - 1));
        const divided = merged(whole(rows.slice(0, at)), whole(rows.slice(at)));
        expect(divided).toEqual(whole(rows));
      }),
    );
  });

  it("gives the same candles in one batch, over batches, rolled up and after a reorg", async () => {
    const market = createMarket(test.db);
    const stored = async (seconds: (typeof STORED_INTERVALS)[number]) => {
      const query = { chainId: DATASET, address: TOKEN, stored: seconds, seconds };
      const page = await market.listCandles({ ...query, from: 0, to: START * 2, limit: 1_000 });
      return page?.candles;
    };
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(29), async (list, cut) => {
        const trades = tradesOf(list);
        const at = 1 + (cut % (trades.length - 1));
        await test.db.delete(candles);
        await test.db.delete(swaps);
        let after = 0;
        for (const part of [trades.slice(0, at), trades.slice(at)]) {
          await addCandles(test.db, DATASET, partsOf(part), after);
          after = part.at(-1)?.time ?? after;
        }
        await insertRows(
          test.db,
          swaps,
          trades.map((trade) => ({
            datasetId: DATASET,
            block: trade.block,
            logIndex: 0,
            time: trade.time,
            txHash: pad(toHex(trade.block), { size: 32 }),
            token: TOKEN,
            sender: TOKEN,
            trader: TOKEN,
            ethToPoolWei: trade.ethToPoolWei,
            tokenToPoolWei: 0n,
            feeWei: trade.feeWei,
            creatorFeeWei: 0n,
            sqrtPriceX96: trade.sqrtPriceX96,
            tick: 0,
            marketCapBeforeWei: trade.beforeWei,
            marketCapWei: trade.afterWei,
          })),
        );
        for (const seconds of STORED_INTERVALS) {
          expect(await stored(seconds)).toEqual(naive(trades, seconds));
        }
        for (const { seconds, from } of Object.values(INTERVALS)) {
          const page = await market.listCandles({
            chainId: DATASET,
            address: TOKEN,
            stored: from,
            seconds,
            from: bucketStart(START, seconds),
            to: START * 2,
            limit: 100,
          });
          expect(page?.candles).toEqual(naive(trades, seconds));
        }
        const volumes = await readRows(
          test.db,
          (row) => bigColumn.parse(row.volume),
          sql`select ${TRADE_VOLUME} as volume from ${swaps} order by block`,
        );
        expect(volumes).toEqual(trades.map(({ volumeWei }) => volumeWei));

        const kept = trades.slice(0, at);
        await test.db.transaction((tx) => revertCandles(tx, DATASET, kept.at(-1)?.block ?? 0));
        for (const seconds of STORED_INTERVALS) {
          expect(await stored(seconds)).toEqual(naive(kept, seconds));
        }
      }),
      { numRuns: 25 },
    );
  });
});
