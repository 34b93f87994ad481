import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../create-database";
import { swaps, tokens } from "../schema/market";
import { liveModel } from "./live-model";
import type { Market, TradeRow } from "./market";
import { bigColumn, hexColumn, hexParam, intColumn, readRows } from "./raw-columns";

/** A token without a trade answers one row of nulls. */
const row = z.union([
  z.object({ block: z.null() }),
  z.object({
    block: intColumn,
    log_index: intColumn,
    time: intColumn,
    tx_hash: hexColumn,
    trader: hexColumn,
    eth_to_pool_wei: bigColumn,
    token_to_pool_wei: bigColumn,
    fee_wei: bigColumn,
    sqrt_price_x96: bigColumn,
    market_cap_wei: bigColumn,
  }),
]);

/** See `Market.listTrades`: one backward range of the index on a token's swaps. */
export async function listTrades(
  db: Database,
  { chainId, address, before, limit }: Parameters<Market["listTrades"]>[0],
): Promise<TradeRow[] | null> {
  const older =
    before === null
      ? sql``
      : sql`and (s.block, s.log_index) < (${before.block}::bigint, ${before.logIndex}::integer)`;
  const rows = await readRows(
    db,
    row,
    sql`
      select s.* from ${tokens} as t
      left join lateral (
        select s.block, s.log_index, s.time, s.tx_hash, s.trader, s.eth_to_pool_wei,
          s.token_to_pool_wei, s.fee_wei, s.sqrt_price_x96, s.market_cap_wei
        from ${swaps} as s where s.chain = t.chain and s.token = t.address ${older}
        order by s.block desc, s.log_index desc limit ${limit}
      ) as s on true
      where t.chain = ${liveModel(chainId)} and t.address = ${hexParam(address)}`,
  );
  if (rows.length === 0) return null;
  return rows.flatMap((one) =>
    one.block === null
      ? []
      : [
          {
            block: one.block,
            logIndex: one.log_index,
            time: one.time,
            txHash: one.tx_hash,
            trader: one.trader,
            ethToPoolWei: one.eth_to_pool_wei,
            tokenToPoolWei: one.token_to_pool_wei,
            feeWei: one.fee_wei,
            sqrtPriceX96: one.sqrt_price_x96,
            marketCapWei: one.market_cap_wei,
          },
        ],
  );
}
