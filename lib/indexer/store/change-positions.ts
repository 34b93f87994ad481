import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { positionChanges, positions } from "@/lib/features/market/store/position-tables";
import type { MarketBatch } from "./market-batch";

/** Columns that add up over the changes of a position. */
const FLOWS = [
  "bought_wei",
  "sold_wei",
  "received_wei",
  "sent_wei",
  "burned_wei",
  "paid_wei",
  "proceeds_wei",
  "cost_wei",
  "realized_wei",
] as const;
const SUMS = ["amount_wei", ...FLOWS, "changes"] as const;

const each = (names: readonly string[], of: (name: SQL) => SQL) =>
  sql.join(
    names.map((name) => of(sql.identifier(name).getSQL())),
    sql`, `,
  );

/** Adds what a batch changed to the positions. */
export async function changePositions(
  tx: Executor,
  { newPositions, positionDeltas }: Pick<MarketBatch, "newPositions" | "positionDeltas">,
): Promise<void> {
  await insertRows(tx, positions, newPositions);
  await insertRows(
    tx,
    positions,
    positionDeltas,
    sql`
      on conflict (dataset_id, holder, token) do update set
        ${each(SUMS, (name) => sql`${name} = ${positions}.${name} + excluded.${name}`)},
        last_block = excluded.last_block, last_log_index = excluded.last_log_index`,
  );
}

/** Subtracts the changes after a block. Call it before their rows are deleted. */
export async function revertPositions(
  tx: Executor,
  datasetId: number,
  block: number,
): Promise<void> {
  await tx.execute(sql`
    update ${positions} as p
    set amount_wei = p.amount_wei - g.amount_wei, changes = p.changes - g.changes,
      ${each(FLOWS, (name) => sql`${name} = p.${name} - g.${name}`)},
      last_block = coalesce(l.block, 0), last_log_index = coalesce(l.log_index, 0)
    from (
      select holder, token, count(*) as changes,
        sum(bought_wei + received_wei - sold_wei - sent_wei - burned_wei) as amount_wei,
        ${each(FLOWS, (name) => sql`sum(${name}) as ${name}`)}
      from ${positionChanges} where dataset_id = ${datasetId} and block > ${block}
      group by holder, token
    ) as g
    left join lateral (
      select c.block, c.log_index from ${positionChanges} as c
      where c.dataset_id = ${datasetId} and c.holder = g.holder and c.token = g.token
        and c.block <= ${block}
      order by c.block desc, c.log_index desc limit 1
    ) as l on true
    where p.dataset_id = ${datasetId} and p.holder = g.holder and p.token = g.token`);
  await tx.execute(sql`
    delete from ${positions} as p
    using (
      select distinct holder, token from ${positionChanges}
      where dataset_id = ${datasetId} and block > ${block}
    ) as g
    where p.dataset_id = ${datasetId} and p.holder = g.holder and p.token = g.token
      and p.changes = 0`);
}
