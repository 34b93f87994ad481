import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { bucketStart } from "@/lib/features/market/rules/candles";
import { DAY } from "@/lib/features/market/rules/day-window";
import { candles } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints, tokens } from "@/lib/features/market/store/tables/tables";

/**
 * Advances the 24h window of a dataset. Subtracts minutes that leave the window from volumes, and
 * sets the reference price of changes to the price at the new start. Updates only tokens with trades
 * in the minutes that leave the window.
 */
export async function moveWindow(db: Database, datasetId: number, time: number): Promise<void> {
  const windowAt = bucketStart(time, 60);
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ windowAt: checkpoints.windowAt })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, datasetId))
      .for("update");
    if (row === undefined || row.windowAt >= windowAt) return;
    await tx.update(checkpoints).set({ windowAt }).where(eq(checkpoints.datasetId, datasetId));
    const [before, after] = [row.windowAt - DAY, windowAt - DAY];
    // The minute at the old start has left the window, but may hold the new reference price.
    await tx.execute(sql`
      with passed as (
        select token, coalesce(sum(volume_wei) filter (where start > ${before}), 0) as volume_wei
        from ${candles}
        where dataset_id = ${datasetId} and seconds = 60 and start between ${before} and ${after}
        group by token
      ),
      moved as (
        select t.address, t.volume_24h_wei - passed.volume_wei as volume_wei, t.sqrt_price_x96 as now,
          coalesce(day_ago.sqrt_price_x96, t.starting_sqrt_price_x96) as reference
        from passed
        join ${tokens} as t on t.dataset_id = ${datasetId} and t.address = passed.token
        left join lateral (
          select c.sqrt_price_x96 from ${candles} as c
          where c.dataset_id = ${datasetId} and c.token = t.address and c.seconds = 1 and c.start <= ${after}
          order by c.start desc limit 1
        ) as day_ago on true
      )
      update ${tokens} as t set volume_24h_wei = m.volume_wei,
        reference_sqrt_price_x96 = m.reference,
        price_change_24h_e6 =
          div((m.reference * m.reference - m.now * m.now) * 100000000, m.now * m.now)
      from moved as m where t.dataset_id = ${datasetId} and t.address = m.address`);
  });
}
