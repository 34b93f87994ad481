import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { CANDLE_RULE, type CandleReducer, type CandleRow } from "../rules/candles";
import { big, int, type RawRow } from "./tables/raw-columns";
import { candles } from "./tables/series-tables";

const rules = new Map<string, CandleReducer>(Object.entries(CANDLE_RULE));
const mergedColumns = Object.entries(getTableColumns(candles)).flatMap(([key, column]) => {
  const reducer = rules.get(key);
  return reducer === undefined ? [] : [{ name: column.name, reducer }];
});
const comma = sql`, `;

/** The columns that `readCandle` reads: the bucket's start and the columns of `CANDLE_RULE`. */
export const CANDLE_COLUMNS = sql.raw(
  ["start", ...mergedColumns.map(({ name }) => name)].join(", "),
);

export function readCandle(row: RawRow): CandleRow {
  return {
    start: int(row.start),
    openWei: big(row.open_wei),
    highWei: big(row.high_wei),
    lowWei: big(row.low_wei),
    closeWei: big(row.close_wei),
    volumeWei: big(row.volume_wei),
    sqrtPriceX96: big(row.sqrt_price_x96),
    firstBlock: int(row.first_block),
  };
}

/**
 * Merges grouped parts into the columns of `CANDLE_RULE`, in the order of `CANDLE_COLUMNS`.
 * @param order time order of the parts for `order by`, in both directions
 */
export function mergeParts(order: { asc: SQL; desc: SQL }): SQL {
  const aggregates: Record<CandleReducer, (name: SQL) => SQL> = {
    first: (name) => sql`(array_agg(${name} order by ${order.asc}))[1]`,
    last: (name) => sql`(array_agg(${name} order by ${order.desc}))[1]`,
    max: (name) => sql`max(${name})`,
    min: (name) => sql`min(${name})`,
    sum: (name) => sql`sum(${name})`,
  };
  return sql.join(
    mergedColumns.map(
      ({ name, reducer }) => sql`${aggregates[reducer](sql.raw(name))} as ${sql.raw(name)}`,
    ),
    comma,
  );
}

/** The assignments of `on conflict … do update` that merge a later part into a stored candle. */
export function mergeIntoStored(): SQL {
  const merges: Record<CandleReducer, (old: SQL, added: SQL) => SQL> = {
    first: (old) => old,
    last: (_, added) => added,
    max: (old, added) => sql`greatest(${old}, ${added})`,
    min: (old, added) => sql`least(${old}, ${added})`,
    sum: (old, added) => sql`${old} + ${added}`,
  };
  return sql.join(
    mergedColumns.map(
      ({ name, reducer }) =>
        sql`${sql.raw(name)} = ${merges[reducer](sql.raw(`candles.${name}`), sql.raw(`excluded.${name}`))}`,
    ),
    comma,
  );
}

/** `tradeVolumeWei` of a row of swaps. */
export const TRADE_VOLUME = sql`case when eth_to_pool_wei > 0 then eth_to_pool_wei + fee_wei
  else -eth_to_pool_wei end`;
