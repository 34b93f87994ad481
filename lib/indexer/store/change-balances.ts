import { type SQL, sql } from "drizzle-orm";
import { zeroAddress } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { arrayParam } from "@/lib/drivers/db/insert-rows";
import { transfers } from "@/lib/features/market/store/tables/event-tables";
import { balances, tokens } from "@/lib/features/market/store/tables/tables";
import type { BalanceDelta } from "./market-batch";

/** Adds deltas to balances, removes rows that become zero and updates holder counts. */
export async function changeBalances(
  tx: Executor,
  datasetId: number,
  deltas: readonly BalanceDelta[],
): Promise<void> {
  if (deltas.length === 0) return;
  const tokenParam = arrayParam(
    balances.token,
    deltas.map((delta) => delta.token),
  );
  const holders = arrayParam(
    balances.holder,
    deltas.map((delta) => delta.holder),
  );
  const amounts = arrayParam(
    balances.amountWei,
    deltas.map((delta) => delta.deltaWei),
  );
  const source = sql`select * from unnest(${tokenParam}, ${holders}, ${amounts})`;
  await mergeBalances(tx, datasetId, source);
}

/** Subtracts the transfers after a block. Call it before their rows are deleted. */
export async function revertBalances(
  tx: Executor,
  datasetId: number,
  block: number,
): Promise<void> {
  const after = sql`dataset_id = ${datasetId} and block > ${block}`;
  const zero = sql`${sql.param(zeroAddress, balances.holder)}::bytea`;
  const source = sql`
    select token, holder, sum(amount_wei) from (
      select token, from_address as holder, amount_wei from ${transfers} where ${after}
      union all
      select token, to_address, -amount_wei from ${transfers} where ${after}
    ) as moves
    where holder <> ${zero}
    group by token, holder having sum(amount_wei) <> 0`;
  await mergeBalances(tx, datasetId, source);
}

async function mergeBalances(tx: Executor, datasetId: number, source: SQL): Promise<void> {
  // Counted before the merge: `merge … returning` needs PostgreSQL 17.
  await tx.execute(sql`
    with counted as (
      select d.token, count(*) filter (where b.holder is null)
        - count(*) filter (where b.amount_wei + d.delta_wei = 0) as change
      from (${source}) as d(token, holder, delta_wei)
      left join ${balances} as b
        on b.dataset_id = ${datasetId} and b.token = d.token and b.holder = d.holder
      group by d.token
    )
    update ${tokens} as t set holders = t.holders + c.change
    from counted as c
    where t.dataset_id = ${datasetId} and t.address = c.token and c.change <> 0`);
  await tx.execute(sql`
    merge into ${balances} as b
    using (${source}) as d(token, holder, delta_wei)
    on b.dataset_id = ${datasetId} and b.token = d.token and b.holder = d.holder
    when matched and b.amount_wei + d.delta_wei = 0 then delete
    when matched then update set amount_wei = b.amount_wei + d.delta_wei
    when not matched then insert (dataset_id, token, holder, amount_wei)
      values (${datasetId}, d.token, d.holder, d.delta_wei)`);
}
