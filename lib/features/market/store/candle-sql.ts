import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { CANDLE_RULE, type CandleReducer, type CandleRow } from "../rules/candles";
import { big, int, type RawRow } from "./raw-columns";
import { candles } from "./series-tables";

const rules = new Map<string, CandleReducer>(Object.entries(CANDLE_RULE));
const folded = Object.entries(getTableColumns(candles)).flatMap(([key, column]) => {
  const fold = rules.get(key);
  return fold === undefined ? [] : [{ name: column.name, fold }];
});
const comma = sql`, `;

/** What `readCandle` reads: the bucket's start and the columns of `CANDLE_RULE`. */
export const CANDLE_COLUMNS = sql.raw(["start", ...folded.map(({ name }) => name)].join(", "));

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
 * The columns of `CANDLE_RULE` of grouped parts, in the order of `CANDLE_COLUMNS`.
 * @param order of the parts in time, as `order by` has it, in both directions
 */
export function mergeParts(order: { asc: SQL; desc: SQL }): SQL {
  const folds: Record<CandleReducer, (name: SQL) => SQL> = {
    first: (name) => sql`(array_agg(${name} order by ${order.asc}))[1]`,
    last: (name) => sql`(array_agg(${name} order by ${order.desc}))[1]`,
    max: (name) => sql`max(${name})`,
    min: (name) => sql`min(${name})`,
    sum: (name) => sql`sum(${name})`,
  };
  return sql.join(
    folded.map(({ name, fold }) => sql`${folds[fold](sql.raw(name))} as ${sql.raw(name)}`),
    comma,
  );
}

/** The changes of `on conflict … do update` that add a later part to a stored candle. */
export function mergeIntoStored(): SQL {
  const merges: Record<CandleReducer, (old: SQL, added: SQL) => SQL> = {
    first: (old) => old,
    last: (_, added) => added,
    max: (old, added) => sql`greatest(${old}, ${added})`,
    min: (old, added) => sql`least(${old}, ${added})`,
    sum: (old, added) => sql`${old} + ${added}`,
  };
  return sql.join(
    folded.map(
      ({ name, fold }) =>
        sql`${sql.raw(name)} = ${merges[fold](sql.raw(`candles.${name}`), sql.raw(`excluded.${name}`))}`,
    ),
    comma,
  );
}

/** `tradeVolumeWei` of a row of swaps. */
export const TRADE_VOLUME = sql`case when eth_to_pool_wei > 0 then eth_to_pool_wei + fee_wei
  else -eth_to_pool_wei end`;
