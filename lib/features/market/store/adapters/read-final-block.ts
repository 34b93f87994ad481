import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import { swaps } from "../tables/event-tables";
import { intColumn, readRows } from "../tables/raw-columns";
import { blocks, checkpoints } from "../tables/tables";

/** A block; `time` in Unix seconds. */
export type FinalBlock = { block: number; time: number };

const row = z.object({ block: intColumn, time: intColumn });

/**
 * The newest indexed block that is `depth` blocks below the head or older; null before there is one.
 * Of blocks whose time is not stored, as after an update, those with a trade are known.
 */
export async function readFinalBlock(
  db: Executor,
  { chainId, depth }: { chainId: number; depth: number },
): Promise<FinalBlock | null> {
  const [found] = await readRows(
    db,
    row,
    sql`
      with checkpoint as (
        select c.dataset_id, c.block, c.block_time, c.head - ${depth}::bigint as final
        from ${checkpoints} as c where c.dataset_id = ${liveDataset(chainId)}
      )
      select known.block, known.time from checkpoint as c
      cross join lateral (
        select c.block, c.block_time as time where c.block <= c.final
        union all ${newest(sql`${blocks}`, sql`number`)}
        union all ${newest(sql`${swaps}`, sql`block`)}
      ) as known
      order by known.block desc limit 1`,
  );
  return found ?? null;
}

function newest(table: SQL, number: SQL): SQL {
  return sql`(select b.${number}, b.time from ${table} as b
    where b.dataset_id = c.dataset_id and b.${number} <= c.final and b.time is not null
    order by b.${number} desc limit 1)`;
}
