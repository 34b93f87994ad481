import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "./live-dataset";
import type { OfToken, TradePosition, TradeRow } from "./market";
import {
  big,
  hex,
  hexParam,
  int,
  type RawRow,
  address as readAddress,
  readRows,
} from "./raw-columns";
import { swaps, tokens } from "./tables";

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

/**
 * Trades of a token, newest first; null for an unknown token. One backward range of the index on
 * its swaps.
 */
export async function listTrades(
  db: Database,
  { chainId, address, before, limit }: OfToken & { before: TradePosition | null; limit: number },
): Promise<TradeRow[] | null> {
  const older =
    before === null
      ? sql``
      : sql`and (s.block, s.log_index) < (${before.block}::bigint, ${before.logIndex}::integer)`;
  const rows = await readRows(
    db,
    readTrade,
    sql`
      select s.* from ${tokens} as t
      left join lateral (
        select s.block, s.log_index as "logIndex", s.time, s.tx_hash as "txHash", s.trader,
          s.eth_to_pool_wei as "ethToPoolWei", s.token_to_pool_wei as "tokenToPoolWei",
          s.fee_wei as "feeWei", s.sqrt_price_x96 as "sqrtPriceX96",
          s.market_cap_wei as "marketCapWei"
        from ${swaps} as s where s.dataset_id = t.dataset_id and s.token = t.address ${older}
        order by s.block desc, s.log_index desc limit ${limit}
      ) as s on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}`,
  );
  if (rows.length === 0) return null;
  return rows.filter((row) => row !== null);
}
