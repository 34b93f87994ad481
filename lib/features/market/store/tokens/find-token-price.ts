import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { readRecord, splitRecords } from "@/lib/drivers/db/records";
import type { CandleRow, StoredInterval } from "../../rules/candles";
import { DAY } from "../../rules/day-window";
import type { OfToken, TokenPriceRow } from "../market";
import type { FindRates, RateAt } from "../recent-rates";
import { big, int, text } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { LINE_BREAK } from "./list-rows";
import { priceStatement, priceValues, readPriceRow } from "./price-rows";

/** A candle with the dollars per ETH times 10^18 at its end; null without a rate. */
export type PricedCandle = Omit<CandleRow, "firstBlock"> & { ethUsdE18: bigint | null };
export type PriceHistory = Record<StoredInterval, PricedCandle[]>;

/** Four ranges of one index, in the order of time. Rows of the history are joined records. */
const statement = prepareRaw((chainId: number) => {
  const range = (seconds: StoredInterval) => sql`
    (select * from ${candles} as one
      where one.dataset_id = t.dataset_id and one.token = t.address and one.seconds = ${seconds}
        and one.start >= ${sql.placeholder(`since${seconds}`)}::bigint
      order by one.start)`;
  return priceStatement(chainId, {
    more: sql`, (select string_agg(row(c.seconds, c.start, c.open_wei, c.high_wei, c.low_wei, c.close_wei,
        c.volume_wei, c.sqrt_price_x96)::text, ${LINE_BREAK})
      from (
        ${range(1)} union all ${range(60)} union all ${range(3_600)} union all ${range(86_400)}
      ) as c) as history`,
  });
});

/**
 * The price of a token at a time, and its candles of each stored interval, oldest first, in one
 * statement.
 * @param query.now Unix seconds at which windows end
 * @param query.since Unix seconds at which the candles of each interval start
 */
export async function findTokenPrice(
  db: Database,
  findRates: FindRates,
  query: OfToken & { now: number; since: Record<StoredInterval, number> },
): Promise<{ token: TokenPriceRow; history: PriceHistory } | null> {
  const { chainId, since } = query;
  const values = {
    ...priceValues(query),
    since1: since[1],
    since60: since[60],
    since3600: since[3_600],
    since86400: since[86_400],
  };
  const from = Math.min(query.now - 7 * DAY, ...Object.values(since));
  const [[row], rateAt] = await Promise.all([
    statement(db, chainId, values),
    findRates(chainId, { from, to: query.now + DAY }),
  ]);
  if (row === undefined) return null;
  const token = readPriceRow(row, rateAt);
  const records = row.history === null ? [] : splitRecords(text(row.history));
  const all = records.map((record) =>
    readPricedCandle(record, (time) => rateAt(time) ?? token.ethUsdE18),
  );
  const of = (seconds: StoredInterval) =>
    all.flatMap((one) => (one.seconds === seconds ? [one.candle] : []));
  const history = { 1: of(1), 60: of(60), 3600: of(3_600), 86400: of(86_400) };
  return { token, history };
}

function readPricedCandle(
  record: string,
  rateAt: RateAt,
): { seconds: number; candle: PricedCandle } {
  const [seconds, start, open, high, low, close, volume, sqrtPrice] = readRecord(record);
  return {
    seconds: int(seconds),
    candle: {
      start: int(start),
      openWei: big(open),
      highWei: big(high),
      lowWei: big(low),
      closeWei: big(close),
      volumeWei: big(volume),
      sqrtPriceX96: big(sqrtPrice),
      ethUsdE18: rateAt(int(start) + int(seconds) - 1),
    },
  };
}
