import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { type TradeSize, volumeDigits } from "../rules/trade";
import { liveDataset } from "./live-dataset";
import type { OfToken, TradePosition, TradeRow } from "./market";
import { swaps } from "./tables/event-tables";
import {
  big,
  hex,
  hexArray,
  hexParam,
  int,
  type RawRow,
  address as readAddress,
  readRows,
} from "./tables/raw-columns";
import { tokens } from "./tables/tables";

/** A token without trades returns one row of nulls. */
function readTrade(row: RawRow): TradeRow | null {
  if (row.block === null) return null;
  return {
    block: int(row.block),
    logIndex: int(row.logIndex),
    time: int(row.time),
    txHash: hex(row.txHash),
    trader: readAddress(row.trader),
    ethToPoolWei: big(row.ethToPoolWei),
    tokenToPoolWei: big(row.tokenToPoolWei),
    feeWei: big(row.feeWei),
    sqrtPriceX96: big(row.sqrtPriceX96),
    marketCapWei: big(row.marketCapWei),
  };
}

/** Number of digits of a volume in wei; the expression of the index `swaps_volume_digits`. */
const volumeDigitsOf = sql`length((case when s.eth_to_pool_wei > 0
  then s.eth_to_pool_wei + s.fee_wei else -s.eth_to_pool_wei end)::text)`;

export type FilteredBy = {
  /** Only trades that these addresses sent; all without any. */
  traders?: readonly Address[] | undefined;
  /** Only trades of at least this many ETH. */
  size?: TradeSize | undefined;
};
export type TradesQuery = OfToken & { before: TradePosition | null; limit: number } & FilteredBy;

/**
 * Trades of a token, newest first; null for an unknown token. Reads a backward range of an index:
 * one of the token, of each trader, or of each number of digits from that of the size. With traders
 * and a size it reads the smaller trades of the traders too; `isCostly` of the operation limits these.
 */
export async function listTrades(
  db: Database,
  { chainId, address, ...page }: TradesQuery,
): Promise<TradeRow[] | null> {
  const rows = await readRows(
    db,
    readTrade,
    sql`
      select s.* from ${tokens} as t
      left join lateral (${filteredTrades(page)}) as s on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}
      order by s.block desc, s."logIndex" desc`,
  );
  if (rows.length === 0) return null;
  return rows.filter((row) => row !== null);
}

type Page = Omit<TradesQuery, "chainId" | "address">;

/** A page of the trades of the token `t` that pass the filter. */
function filteredTrades(page: Page): SQL {
  const { traders = [], size, limit } = page;
  const merged = (values: SQL, column: string, condition: SQL) => sql`
    select s.* from unnest(${values}) as named(${sql.raw(column)})
    cross join lateral (${tradesWhere(condition, page)}) as s
    order by s.block desc, s."logIndex" desc limit ${limit}`;
  if (traders.length > 0) {
    const [least] = size === undefined ? [] : volumeDigits(size);
    const large = least === undefined ? sql`` : sql`and ${volumeDigitsOf} >= ${least}`;
    return merged(hexArray(traders), "trader", sql`and s.trader = named.trader ${large}`);
  }
  if (size === undefined) return tradesWhere(sql``, page);
  const digits = sql`${sql.param(volumeDigits(size))}::integer[]`;
  return merged(digits, "digits", sql`and ${volumeDigitsOf} = named.digits`);
}

function tradesWhere(condition: SQL, { before, limit }: Page): SQL {
  const older =
    before === null
      ? sql``
      : sql`and (s.block, s.log_index) < (${before.block}::bigint, ${before.logIndex}::integer)`;
  return sql`
    select s.block, s.log_index as "logIndex", s.time, s.tx_hash as "txHash", s.trader,
      s.eth_to_pool_wei as "ethToPoolWei", s.token_to_pool_wei as "tokenToPoolWei",
      s.fee_wei as "feeWei", s.sqrt_price_x96 as "sqrtPriceX96",
      s.market_cap_wei as "marketCapWei"
    from ${swaps} as s
    where s.dataset_id = t.dataset_id and s.token = t.address ${condition} ${older}
    order by s.block desc, s.log_index desc limit ${limit}`;
}
