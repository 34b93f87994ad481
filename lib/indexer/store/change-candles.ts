import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { STORED_INTERVALS } from "@/lib/features/market/rules/candles";
import {
  CANDLE_COLUMNS,
  mergeIntoStored,
  mergeParts,
  TRADE_VOLUME,
} from "@/lib/features/market/store/candle-sql";
import { swaps } from "@/lib/features/market/store/tables/event-tables";
import { candles } from "@/lib/features/market/store/tables/series-tables";
import type { CandlePart } from "./market-batch";

/**
 * Adds trades to candles.
 * @param after time of the block before the batch: no candle that starts later is stored yet, because
 * the times of blocks never fall
 */
export async function addCandles(
  tx: Executor,
  datasetId: number,
  parts: readonly CandlePart[],
  after: number,
): Promise<void> {
  const added: (typeof candles.$inferInsert)[] = [];
  const merged: (typeof candles.$inferInsert)[] = [];
  for (const part of parts) (part.start > after ? added : merged).push({ datasetId, ...part });
  await insertRows(tx, candles, added);
  await insertRows(
    tx,
    candles,
    merged,
    sql`
      on conflict (dataset_id, token, seconds, start) do update set ${mergeIntoStored()}`,
  );
}

/**
 * Removes the trades after a block from the candles. Call it before their rows are deleted. Deletes
 * the buckets from the first such trade on, then rebuilds its bucket: seconds from the remaining
 * trades, each longer interval from the next shorter one.
 */
export async function revertCandles(tx: Executor, datasetId: number, block: number): Promise<void> {
  const gone = sql`
    select token, min(time) as time from ${swaps}
    where dataset_id = ${datasetId} and block > ${block} group by token`;
  await tx.execute(sql`
    create temporary table reverted_candles on commit drop as
    select g.token, g.time, c.first_block from (${gone}) as g
    join ${candles} as c
      on c.dataset_id = ${datasetId} and c.token = g.token and c.seconds = 1 and c.start = g.time`);
  // Without statistics the planner assumes a large table.
  await tx.execute(sql`analyze reverted_candles`);
  for (const [i, seconds] of STORED_INTERVALS.entries()) {
    const below = STORED_INTERVALS[i - 1];
    const start = sql`g.time - g.time % ${seconds}::bigint`;
    await tx.execute(sql`
      delete from ${candles} as c using reverted_candles as g
      where c.dataset_id = ${datasetId} and c.token = g.token and c.seconds = ${seconds}
        and c.start >= ${start}`);
    const parts =
      below === undefined
        ? sql`
          select s.token, g.time as start, s.block as at, s.log_index as nth,
            s.market_cap_before_wei as open_wei, s.market_cap_wei as close_wei,
            greatest(s.market_cap_before_wei, s.market_cap_wei) as high_wei,
            least(s.market_cap_before_wei, s.market_cap_wei) as low_wei,
            ${TRADE_VOLUME} as volume_wei, s.sqrt_price_x96, s.block as first_block
          from reverted_candles as g
          join ${swaps} as s on s.dataset_id = ${datasetId} and s.token = g.token
            and s.block between g.first_block and ${block}`
        : sql`
          select c.token, ${start} as start, c.start as at, 0 as nth, c.open_wei, c.close_wei,
            c.high_wei, c.low_wei, c.volume_wei, c.sqrt_price_x96, c.first_block
          from reverted_candles as g
          join ${candles} as c on c.dataset_id = ${datasetId} and c.token = g.token
            and c.seconds = ${below} and c.start between ${start} and g.time`;
    await tx.execute(sql`
      insert into ${candles} (dataset_id, token, seconds, ${CANDLE_COLUMNS})
      select ${datasetId}, token, ${seconds}, start,
        ${mergeParts({ asc: sql`at, nth`, desc: sql`at desc, nth desc` })}
      from (${parts}) as parts group by token, start`);
  }
  await tx.execute(sql`drop table reverted_candles`);
}
