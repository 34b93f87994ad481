import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { SHARES_TOTAL } from "@/lib/features/managers/rules/fee-shares";
import type { ManagerPart } from "./events/fee-ledger";
import { liveDataset } from "./live-dataset";
import { roleColumns, rolesOf } from "./manager-roles";
import {
  managerAccounts,
  managerPools,
  managerShares,
  managers,
  managerTokens,
} from "./tables/manager-tables";
import { addressColumn, bigColumn, hexParam, readRows } from "./tables/raw-columns";
import { REVENUE, unsyncedIncome } from "./unsynced-income";

/** An account that a manager owes ETH; earlier earners have none of the roles. */
export type OwedEarner = Pick<ManagerPart, "address" | "roles" | "claimedWei" | "claimableWei">;

const earnerRow = roleColumns.extend({
  account: addressColumn,
  paid: bigColumn,
  claimable: bigColumn,
});

/**
 * Accounts that a manager owes ETH, highest amount first, with those that no longer earn. The amounts
 * are those of `readAccount`: credits as payee or protocol recipient, shares of every generation, and
 * income that was not synced yet.
 */
export async function listManagerEarners(
  db: Database,
  query: { chainId: number; manager: Address; limit: number },
): Promise<OwedEarner[]> {
  const datasetId = liveDataset(query.chainId);
  const manager = hexParam(query.manager);
  const income = unsyncedIncome({ datasetId, manager, kind: sql`m.kind`, bps: sql`m.bps` });
  const rows = await readRows(
    db,
    earnerRow,
    sql`
      with terms as (
        select kind, bps, owner, protocol_recipient, generation from ${managers}
        where dataset_id = ${datasetId} and address = ${manager}
      ),
      income as (
        select x.payee, x.protocol_recipient, x.payee_wei, x.rest_wei from terms as m
        cross join lateral (${income}) as x
      ),
      waiting as (
        select coalesce(sum(i.rest_wei), 0) as wei from income as i
        join terms as m on m.kind <> ${REVENUE}
      ),
      shared as (
        select s.account, sum(s.share * (coalesce(p.booked_wei, 0)
          + case when s.generation = m.generation then w.wei else 0 end)) as scaled_wei
        from terms as m
        cross join waiting as w
        join ${managerShares} as s on s.dataset_id = ${datasetId} and s.manager = ${manager}
        left join ${managerPools} as p on p.dataset_id = s.dataset_id and p.manager = s.manager
          and p.generation = s.generation
        group by s.account
      ),
      parts as (
        select account, paid_wei as paid, credited_wei - paid_wei as wei from ${managerAccounts}
          where dataset_id = ${datasetId} and manager = ${manager}
        union all select payee, 0, payee_wei from income
        union all select i.protocol_recipient, 0, i.rest_wei from income as i
          join terms as m on m.kind = ${REVENUE}
        -- Rounded down once, as the contract does.
        union all select account, 0, div(scaled_wei, ${SHARES_TOTAL}::numeric) from shared
      ),
      owed as (
        select account, sum(paid) as paid, sum(wei) as wei from parts
        where account is not null group by account having sum(wei) > 0
        order by wei desc, account limit ${query.limit}
      )
      select o.account, o.paid, o.wei as claimable, m.owner = o.account as is_owner,
        exists (select from ${managerTokens} as mt where mt.dataset_id = ${datasetId}
          and mt.manager = ${manager} and mt.payee = o.account) as is_creator,
        exists (select from ${managerShares} as s where s.dataset_id = ${datasetId}
          and s.manager = ${manager} and s.generation = m.generation and s.account = o.account)
          as is_recipient,
        coalesce(m.protocol_recipient = o.account, false) or exists (
          select from ${managerTokens} as mt where mt.dataset_id = ${datasetId}
            and mt.manager = ${manager} and mt.protocol_recipient = o.account) as is_protocol
      from owed as o cross join terms as m
      order by o.wei desc, o.account`,
  );
  return rows.map((row) => ({
    address: row.account,
    roles: rolesOf(row),
    claimedWei: row.paid,
    claimableWei: row.claimable,
  }));
}
