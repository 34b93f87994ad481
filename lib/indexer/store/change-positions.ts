import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { positionChanges, positions } from "@/lib/features/market/store/tables/position-tables";
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

/**
 * The position of an address and a token, as a subquery with its row id. A range in the order of
 * the key is read from the key alone. With equal conditions and outdated statistics, the planner
 * takes another index and reads all positions of the address.
 */
export function positionOf(datasetId: number, holder: SQL, token: SQL): SQL {
  return sql`(
    select * from (
      select one.ctid as place, one.holder, one.token, one.amount_wei from ${positions} as one
      where one.dataset_id = ${datasetId} and (one.holder, one.token) >= (${holder}, ${token})
      order by one.holder, one.token limit 1
    ) as first where first.holder = ${holder} and first.token = ${token})`;
}

/** Subtracts the changes after a block. Call it before their rows are deleted. */
export async function revertPositions(
  tx: Executor,
  datasetId: number,
  block: number,
): Promise<void> {
  const after = sql`dataset_id = ${datasetId} and block > ${block}`;
  const own = positionOf(datasetId, sql`g.holder`, sql`g.token`);
  // As in `positionOf`, the order is that of one index.
  await tx.execute(sql`
    update ${positions} as p
    set amount_wei = p.amount_wei - g.amount_wei, changes = p.changes - g.changes,
      ${each(FLOWS, (name) => sql`${name} = p.${name} - g.${name}`)},
      last_block = coalesce(l.block, 0), last_log_index = coalesce(l.log_index, 0)
    from (
      select holder, token, count(*) as changes,
        sum(bought_wei + received_wei - sold_wei - sent_wei - burned_wei) as amount_wei,
        ${each(FLOWS, (name) => sql`sum(${name}) as ${name}`)}
      from ${positionChanges} where ${after} group by holder, token
    ) as g
    cross join lateral ${own} as own
    left join lateral (
      select c.holder, c.token, c.block, c.log_index from ${positionChanges} as c
      where c.dataset_id = ${datasetId}
        and (c.holder, c.token, c.block) <= (g.holder, g.token, ${block}::bigint)
      order by c.holder desc, c.token desc, c.block desc, c.log_index desc limit 1
    ) as l on l.holder = g.holder and l.token = g.token
    where p.ctid = own.place`);
  await tx.execute(sql`
    delete from ${positions} as p
    using (select distinct holder, token from ${positionChanges} where ${after}) as g
    cross join lateral ${own} as own
    where p.ctid = own.place and p.changes = 0`);
}
