import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { StoredInterval } from "../rules/candles";
import { CANDLE_COLUMNS, mergeParts, readCandle } from "./candle-sql";
import { liveDataset } from "./live-dataset";
import type { CandlePage, OfToken } from "./market";
import { big, hexParam, int, readRows } from "./tables/raw-columns";
import { candles } from "./tables/series-tables";
import { tokens } from "./tables/tables";

/**
 * The newest candles with `from` <= start < `to`, rolled up to `seconds`; null for an unknown
 * token. A bucket contains at most `seconds / stored` rows, so reading that many times `limit` rows
 * suffices.
 */
export async function listCandles(
  db: Database,
  query: OfToken & {
    stored: StoredInterval;
    seconds: number;
    from: number;
    to: number;
    limit: number;
  },
): Promise<CandlePage | null> {
  const { chainId, address, stored, seconds, from, to, limit } = query;
  const stock = limit * (seconds / stored);
  const ofToken = sql`dataset_id = t.dataset_id and token = t.address and seconds = ${stored}`;
  const newest = sql`
    select ${CANDLE_COLUMNS} from ${candles} where ${ofToken} and start >= ${from} and start < ${to}
    order by start desc limit ${stock}`;
  const page =
    seconds === stored ? newest : sql`${rolledUp(newest, seconds)} order by 1 desc limit ${limit}`;
  // Every row contains the launch; without candles there is one row with only the launch.
  const rows = await readRows(
    db,
    (row) => ({
      createdAt: int(row.createdAt),
      startingMarketCapWei: big(row.startingMarketCapWei),
      startingSqrtPriceX96: big(row.startingSqrtPriceX96),
      isBefore: row.isBefore === true,
      candle: row.start === null ? null : readCandle(row),
    }),
    sql`
      select t.created_at as "createdAt", t.starting_market_cap_wei as "startingMarketCapWei",
        t.starting_sqrt_price_x96 as "startingSqrtPriceX96", c.*
      from ${tokens} as t
      left join lateral (
        (select false as "isBefore", page.* from (${page}) as page)
        union all
        (select true, ${CANDLE_COLUMNS} from ${candles} where ${ofToken} and start < ${from}
          order by start desc limit 1)
      ) as c on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}
      order by c.start`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { createdAt, startingMarketCapWei, startingSqrtPriceX96 } = first;
  const candlesOf = (isBefore: boolean) =>
    rows.flatMap((row) => (row.candle !== null && row.isBefore === isBefore ? [row.candle] : []));
  const [before = null] = candlesOf(true);
  return {
    createdAt,
    startingMarketCapWei,
    startingSqrtPriceX96,
    candles: candlesOf(false),
    before,
  };
}

function rolledUp(source: SQL, seconds: number): SQL {
  return sql`
    select start - start % ${seconds}::bigint as start,
      ${mergeParts({ asc: sql`start`, desc: sql`start desc` })}
    from (${source}) as parts group by 1`;
}
