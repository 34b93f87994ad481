import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CandleRow, StoredInterval } from "@/lib/domain/candles";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { candles } from "../schema/market-series";
import { liveModel } from "./live-model";
import type { CandlePage, Market } from "./market";
import { bigColumn, hexParam, intColumn, readRows } from "./raw-columns";

const COLUMNS = sql`start, open_wei, high_wei, low_wei, close_wei, volume_wei, sqrt_price_x96,
  first_block`;

const candleColumns = z.object({
  start: intColumn,
  open_wei: bigColumn,
  high_wei: bigColumn,
  low_wei: bigColumn,
  close_wei: bigColumn,
  volume_wei: bigColumn,
  sqrt_price_x96: bigColumn,
  first_block: intColumn,
});
const historyRow = candleColumns.extend({ seconds: intColumn });
const launchRow = z.object({
  created_at: intColumn,
  starting_market_cap_wei: bigColumn,
  starting_sqrt_price_x96: bigColumn,
});
/** Every row carries the launch; without any candle one row carries nothing else. */
const pageRow = z.union([
  launchRow.extend({ is_before: z.boolean(), ...candleColumns.shape }),
  launchRow.extend({ start: z.null() }),
]);

/** See `Market.readHistory`: four ranges of one index by one statement. */
export async function readHistory(
  db: Database,
  { chainId, address, since }: Parameters<Market["readHistory"]>[0],
): Promise<Record<StoredInterval, CandleRow[]>> {
  const range = (seconds: StoredInterval) => sql`
    (select seconds, ${COLUMNS} from ${candles}
      where chain = ${liveModel(chainId)} and token = ${hexParam(address)}
        and seconds = ${seconds} and start >= ${since[seconds]} order by start)`;
  const rows = await readRows(
    db,
    historyRow,
    sql`${range(1)} union all ${range(60)} union all ${range(3_600)} union all ${range(86_400)}`,
  );
  const of = (seconds: StoredInterval) =>
    rows.filter((row) => row.seconds === seconds).map(toCandle);
  return { 1: of(1), 60: of(60), 3600: of(3_600), 86400: of(86_400) };
}

/**
 * See `Market.listCandles`. A bucket of `seconds` holds at most `seconds / stored` rows, so that many
 * times the limit are enough to make the newest `limit` of them.
 */
export async function listCandles(
  db: Database,
  query: Parameters<Market["listCandles"]>[0],
): Promise<CandlePage | null> {
  const { chainId, address, stored, seconds, from, to, limit } = query;
  const stock = limit * (seconds / stored);
  const ofToken = sql`chain = t.chain and token = t.address and seconds = ${stored}`;
  const newest = sql`
    select ${COLUMNS} from ${candles} where ${ofToken} and start >= ${from} and start < ${to}
    order by start desc limit ${stock}`;
  const page =
    seconds === stored ? newest : sql`${rolledUp(newest, seconds)} order by 1 desc limit ${limit}`;
  const rows = await readRows(
    db,
    pageRow,
    sql`
      select t.created_at, t.starting_market_cap_wei, t.starting_sqrt_price_x96, c.*
      from ${tokens} as t
      left join lateral (
        (select false as is_before, page.* from (${page}) as page)
        union all
        (select true, ${COLUMNS} from ${candles} where ${ofToken} and start < ${from}
          order by start desc limit 1)
      ) as c on true
      where t.chain = ${liveModel(chainId)} and t.address = ${hexParam(address)}
      order by c.start`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  const found = rows.flatMap((row) => (row.start === null ? [] : [row]));
  const before = found.find((row) => row.is_before);
  return {
    createdAt: first.created_at,
    startingMarketCapWei: first.starting_market_cap_wei,
    startingSqrtPriceX96: first.starting_sqrt_price_x96,
    candles: found.filter((row) => !row.is_before).map(toCandle),
    before: before === undefined ? null : toCandle(before),
  };
}

function rolledUp(source: SQL, seconds: number): SQL {
  return sql`
    select start - start % ${seconds}::bigint as start,
      (array_agg(open_wei order by start))[1] as open_wei, max(high_wei) as high_wei,
      min(low_wei) as low_wei, (array_agg(close_wei order by start desc))[1] as close_wei,
      sum(volume_wei) as volume_wei,
      (array_agg(sqrt_price_x96 order by start desc))[1] as sqrt_price_x96,
      min(first_block) as first_block
    from (${source}) as parts group by 1`;
}

function toCandle(row: z.output<typeof candleColumns>): CandleRow {
  return {
    start: row.start,
    openWei: row.open_wei,
    highWei: row.high_wei,
    lowWei: row.low_wei,
    closeWei: row.close_wei,
    volumeWei: row.volume_wei,
    sqrtPriceX96: row.sqrt_price_x96,
    firstBlock: row.first_block,
  };
}
