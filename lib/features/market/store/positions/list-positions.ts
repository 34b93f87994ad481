import { sql } from "drizzle-orm";
import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { TradePosition } from "../market";
import { positions } from "../tables/position-tables";
import { big, bigColumn, hexParam, int, intColumn, orNull, readRows } from "../tables/raw-columns";
import { rowOf } from "../tokens/row-of";
import { type ListedPosition, POSITION_COLUMNS, readPosition } from "./position-rows";

/** Newest positions that count in the totals: what bounds the cost for an address with more. */
export const TOTALS_MAX = 1_000;

export type PositionPage = {
  positions: ListedPosition[];
  totals: { positions: number; valueWei: bigint; costWei: bigint; realizedWei: bigint };
  ethUsdE18: bigint | null;
};

const totalsRow = z.object({
  positions: intColumn,
  value: bigColumn,
  cost: bigColumn,
  realized: bigColumn,
});

type OfHolder = { chainId: number; holder: Address };

/**
 * Positions of an address, the one with the newest change first, and the totals of its newest
 * `TOTALS_MAX`. Both read a range of an index.
 */
export async function listPositions(
  db: Database,
  options: OfHolder & { isOpen: boolean; before: TradePosition | null; limit: number },
): Promise<PositionPage> {
  const { chainId, holder, isOpen, before, limit } = options;
  const datasetId = liveDataset(chainId);
  const older =
    before === null
      ? sql``
      : sql`and (last_block, last_log_index) < (${before.block}::bigint, ${before.logIndex}::integer)`;
  const open = isOpen ? sql`and amount_wei > 0` : sql``;
  const newest = sql`order by last_block desc, last_log_index desc`;
  return db.transaction(
    async (tx) => {
      const rows = await readRows(
        tx,
        (row) => ({
          position: {
            ...readPosition(row),
            last: { block: int(row.lastBlock), logIndex: int(row.lastLogIndex) },
          },
        }),
        sql`
          select ${POSITION_COLUMNS}, p.last_block as "lastBlock",
            p.last_log_index as "lastLogIndex"
          from (
            select * from ${positions}
            where dataset_id = ${datasetId} and holder = ${hexParam(holder)} ${open} ${older}
            ${newest} limit ${limit}
          ) as p
          cross join lateral ${rowOf(sql`p.dataset_id`, sql`p.token`)} as t
          order by p.last_block desc, p.last_log_index desc`,
      );
      const [totals] = await readRows(
        tx,
        totalsRow,
        sql`
          select count(*) as positions, coalesce(sum(p.cost_wei), 0) as cost,
            coalesce(sum(p.realized_wei), 0) as realized,
            coalesce(sum(div(p.amount_wei * 2::numeric ^ 192,
              t.sqrt_price_x96 * t.sqrt_price_x96)), 0) as value
          from (
            select * from ${positions}
            where dataset_id = ${datasetId} and holder = ${hexParam(holder)}
            ${newest} limit ${TOTALS_MAX + 1}
          ) as p
          cross join lateral ${rowOf(sql`p.dataset_id`, sql`p.token`)} as t`,
      );
      const [rate] = await readRows(
        tx,
        (row) => orNull(big, row.rate),
        sql`select ${ethUsdNow(chainId)} as rate`,
      );
      return {
        positions: rows.map(({ position }) => position),
        totals: {
          positions: totals?.positions ?? 0,
          valueWei: totals?.value ?? 0n,
          costWei: totals?.cost ?? 0n,
          realizedWei: totals?.realized ?? 0n,
        },
        ethUsdE18: rate ?? null,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
