import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { ManagerProjection } from "@/lib/features/managers/rules/manager-projection";
import { readLedgerEvents } from "@/lib/features/market/store/events/read-ledger-events";
import {
  feeClaims,
  feeStreamTransfers,
  launches,
} from "@/lib/features/market/store/tables/event-tables";
import {
  managerAccounts,
  managerEvents,
  managerPools,
  managerShares,
  managers,
  managerTokens,
  streamPayments,
} from "@/lib/features/market/store/tables/manager-tables";
import type { MarketBatch } from "./market-batch";

type ManagerRows = Pick<
  MarketBatch,
  "managers" | "managedTokens" | "shares" | "pools" | "accounts" | "streamPayments"
>;

/** Upserts the state of managers and adds to their pools and accounts. */
export async function changeManagers(
  tx: Executor,
  datasetId: number,
  rows: ManagerRows,
): Promise<void> {
  const ours = <T extends object>(row: T) => ({ datasetId, ...row });
  await insertRows(
    tx,
    managers,
    rows.managers.map(ours),
    sql`on conflict (dataset_id, address) do update set owner = excluded.owner, bps = excluded.bps,
      protocol_recipient = excluded.protocol_recipient, generation = excluded.generation`,
  );
  await insertRows(
    tx,
    managerTokens,
    rows.managedTokens.map(ours),
    sql`on conflict (dataset_id, token) do update set manager = excluded.manager,
      payee = excluded.payee, seen_wei = excluded.seen_wei,
      protocol_recipient = excluded.protocol_recipient, is_dropped = excluded.is_dropped`,
  );
  await insertRows(tx, managerShares, rows.shares.map(ours));
  await insertRows(
    tx,
    managerPools,
    rows.pools.map(ours),
    sql`on conflict (dataset_id, manager, generation) do update
      set booked_wei = manager_pools.booked_wei + excluded.booked_wei`,
  );
  await insertRows(
    tx,
    managerAccounts,
    rows.accounts.map(ours),
    sql`on conflict (dataset_id, manager, account) do update
      set credited_wei = manager_accounts.credited_wei + excluded.credited_wei,
        paid_wei = manager_accounts.paid_wei + excluded.paid_wei`,
  );
  await insertRows(
    tx,
    streamPayments,
    rows.streamPayments.map(ours),
    sql`on conflict (dataset_id, account) do update
      set paid_wei = stream_payments.paid_wei + excluded.paid_wei`,
  );
}

const DERIVED = [managerTokens, managerShares, managerPools, managerAccounts] as const;

/**
 * Rolls back manager events after a block: the ledger of each affected manager is rebuilt from the
 * remaining events. Payments of fee streams are subtracted from the address that held the stream: by the
 * counter of each transfer, because a transfer can be logged before the claim that it followed.
 */
export async function revertManagers(
  tx: Executor,
  datasetId: number,
  block: number,
): Promise<Address[]> {
  await tx.execute(sql`
    with claims as (
      select token, block, log_index, amount_wei,
        sum(amount_wei) over (partition by token order by block, log_index) as paid_wei
      from ${feeClaims} where dataset_id = ${datasetId} and token in (
        select token from ${feeClaims} where dataset_id = ${datasetId} and block > ${block}
      )
    ),
    gone as (
      select coalesce((
        select t.to_address from ${feeStreamTransfers} as t
        where t.dataset_id = ${datasetId} and t.token = c.token and t.paid_wei < c.paid_wei
          and (t.block, t.log_index) < (c.block, c.log_index)
        order by t.block desc, t.log_index desc limit 1
      ), (
        select l.fee_owner from ${launches} as l
        where l.dataset_id = ${datasetId} and l.token = c.token
      )) as account, sum(c.amount_wei) as wei
      from claims as c where c.block > ${block} group by 1
    )
    update ${streamPayments} as p set paid_wei = p.paid_wei - g.wei
    from gone as g where p.dataset_id = ${datasetId} and p.account = g.account`);
  await tx.execute(
    sql`delete from ${streamPayments} where dataset_id = ${datasetId} and paid_wei = 0`,
  );
  const changed = await tx
    .select({ manager: managerEvents.manager })
    .from(managerEvents)
    .where(and(eq(managerEvents.datasetId, datasetId), gt(managerEvents.block, block)))
    .groupBy(managerEvents.manager);
  if (changed.length === 0) return [];
  const addresses: Address[] = changed.map(({ manager }) => manager);
  await tx
    .delete(managers)
    .where(and(eq(managers.datasetId, datasetId), inArray(managers.address, addresses)));
  for (const table of DERIVED) {
    await tx
      .delete(table)
      .where(and(eq(table.datasetId, datasetId), inArray(table.manager, addresses)));
  }
  const projection = new ManagerProjection();
  for (const event of await readLedgerEvents(tx, { datasetId, managers: addresses, upTo: block })) {
    projection.apply(event);
  }
  await changeManagers(tx, datasetId, {
    managers: [...projection.managers.values()],
    managedTokens: [...projection.tokens.values()],
    shares: projection.shares,
    pools: projection.pools(),
    accounts: projection.accounts(),
    streamPayments: [],
  });
  return addresses.filter((address) => !projection.managers.has(address));
}
