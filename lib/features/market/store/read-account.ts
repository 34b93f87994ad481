import { sql } from "drizzle-orm";
import type { Address } from "viem";
import { z } from "zod";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { SHARES_TOTAL } from "@/lib/features/managers/rules/fee-shares";
import type { AccountLedger, ManagerPart } from "./events/fee-ledger";
import { liveDataset } from "./live-dataset";
import { roleColumns, rolesOf } from "./manager-roles";
import type { OfToken } from "./market";
import {
  managerAccounts,
  managerPools,
  managerShares,
  managers,
  managerTokens,
  streamPayments,
} from "./tables/manager-tables";
import {
  addressColumn,
  bigColumn,
  hexParam,
  intColumn,
  managerKind,
  readRows,
} from "./tables/raw-columns";
import { tokens } from "./tables/tables";
import { LIST_COLUMNS, readListRow } from "./tokens/list-rows";
import { REVENUE, unsyncedIncome } from "./unsynced-income";

const TOKENS_SHOWN = 50;
const STREAMS_SHOWN = 100;
const UNSYNCED_SHOWN = 100;
/** Managers whose amounts are summed; anyone can name any address in managers of their own. */
export const MANAGERS_MAX = 1_000;

const totalsRow = z.object({
  created: intColumn,
  claimed: bigColumn,
  claimable: bigColumn,
});
const streamRow = z.object({
  address: addressColumn,
  symbol: z.string(),
  name: z.string(),
  paid: bigColumn,
  claimable: bigColumn,
});
const managerRow = roleColumns.extend({
  address: addressColumn,
  kind: managerKind,
  credited: bigColumn,
  paid: bigColumn,
  pools_scaled: bigColumn,
  current_share: z.number().nullable(),
  payee_waiting: bigColumn,
  protocol_waiting: bigColumn,
  pool_waiting: bigColumn,
  waiting_tokens: z.array(addressColumn).nullable(),
});

/** Tokens and earnings of an address, or zeros: a few indexed statements in one snapshot. */
export async function readAccount(
  db: Database,
  { chainId, address }: OfToken,
): Promise<AccountLedger> {
  const datasetId = liveDataset(chainId);
  const account = hexParam(address);
  return db.transaction(
    async (tx) => {
      const [totals] = await readRows(
        tx,
        totalsRow,
        sql`
          select
            (select count(*) from ${tokens} where dataset_id = ${datasetId} and creator = ${account}) as created,
            coalesce((select paid_wei from ${streamPayments}
              where dataset_id = ${datasetId} and account = ${account}), 0) as claimed,
            (select coalesce(sum(earned_wei - paid_wei), 0) from ${tokens}
              where dataset_id = ${datasetId} and owner = ${account}
                and earned_wei > 0 and earned_wei - paid_wei > 0) as claimable`,
      );
      const created = await readRows(
        tx,
        readListRow,
        sql`select ${LIST_COLUMNS} from ${tokens} as t
          where t.dataset_id = ${datasetId} and t.creator = ${account}
          order by t.created_block desc, t.created_log_index desc limit ${TOKENS_SHOWN}`,
      );
      const streams = await readRows(
        tx,
        streamRow,
        // Earlier holders of a stream were paid before it was transferred.
        sql`select address, symbol, name, paid_wei - paid_at_transfer_wei as paid,
            earned_wei - paid_wei as claimable
          from ${tokens}
          where dataset_id = ${datasetId} and owner = ${account} and earned_wei > 0
          order by earned_wei - paid_wei desc, address limit ${STREAMS_SHOWN}`,
      );
      return {
        createdTokens: totals?.created ?? 0,
        tokens: created,
        streamsClaimedWei: totals?.claimed ?? 0n,
        streamsClaimableWei: totals?.claimable ?? 0n,
        streams: streams.map(({ address: token, symbol, name, paid, claimable }) => ({
          token,
          symbol,
          name,
          paidWei: paid,
          claimableWei: claimable,
        })),
        ...(await readManagers(tx, chainId, address)),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Managers in which an address has a share: those that earned it the most, first. */
async function readManagers(
  tx: Executor,
  chainId: number,
  address: Address,
): Promise<Pick<AccountLedger, "managers" | "isComplete">> {
  const datasetId = liveDataset(chainId);
  const account = hexParam(address);
  const income = unsyncedIncome({
    datasetId: sql`m.dataset_id`,
    manager: sql`m.address`,
    kind: sql`m.kind`,
    bps: sql`m.bps`,
  });
  const rows = await readRows(
    tx,
    managerRow,
    sql`
      with part as (
        select address from ${managers} where dataset_id = ${datasetId} and owner = ${account}
        union select address from ${managers}
          where dataset_id = ${datasetId} and protocol_recipient = ${account}
        union select manager from ${managerAccounts}
          where dataset_id = ${datasetId} and account = ${account}
        union select manager from ${managerShares} where dataset_id = ${datasetId} and account = ${account}
        union select manager from ${managerTokens} where dataset_id = ${datasetId} and payee = ${account}
        union select manager from ${managerTokens}
          where dataset_id = ${datasetId} and protocol_recipient = ${account}
      )
      select m.address, m.kind, m.owner = ${account} as is_owner,
        exists (select from ${managerTokens} as mt where mt.dataset_id = m.dataset_id
          and mt.manager = m.address and mt.payee = ${account}) as is_creator,
        share.share is not null as is_recipient,
        coalesce(m.protocol_recipient = ${account}, false) as is_protocol,
        coalesce(a.credited_wei, 0) as credited, coalesce(a.paid_wei, 0) as paid,
        coalesce(pools.scaled_wei, 0) as pools_scaled, share.share as current_share,
        coalesce(w.payee_waiting, 0) as payee_waiting,
        coalesce(w.protocol_waiting, 0) as protocol_waiting,
        coalesce(w.pool_waiting, 0) as pool_waiting, w.waiting_tokens
      from part
      join ${managers} as m on m.dataset_id = ${datasetId} and m.address = part.address
      left join ${managerAccounts} as a
        on a.dataset_id = m.dataset_id and a.manager = m.address and a.account = ${account}
      left join ${managerShares} as share on share.dataset_id = m.dataset_id and share.manager = m.address
        and share.generation = m.generation and share.account = ${account}
      left join lateral (
        select sum(p.booked_wei * s.share) as scaled_wei
        from ${managerShares} as s
        join ${managerPools} as p on p.dataset_id = s.dataset_id and p.manager = s.manager
          and p.generation = s.generation
        where s.dataset_id = m.dataset_id and s.manager = m.address and s.account = ${account}
      ) as pools on true
      left join lateral (
        select sum(x.payee_wei) filter (where x.payee = ${account}) as payee_waiting,
          sum(x.rest_wei) filter (where m.kind = ${REVENUE}
            and x.protocol_recipient = ${account}) as protocol_waiting,
          sum(x.rest_wei) filter (where m.kind <> ${REVENUE}) as pool_waiting,
          (array_agg(x.token order by x.waiting_wei desc, x.token) filter (where
            x.payee = ${account} or x.protocol_recipient = ${account} or share.share is not null
          ))[1:${UNSYNCED_SHOWN}] as waiting_tokens
        from (${income}) as x
      ) as w on true
      order by coalesce(a.credited_wei, 0) + coalesce(w.payee_waiting, 0)
        + coalesce(w.protocol_waiting, 0) + (coalesce(pools.scaled_wei, 0)
        + coalesce(w.pool_waiting, 0) * coalesce(share.share, 0)) / ${SHARES_TOTAL}::numeric desc,
        is_owner desc, m.address
      limit ${MANAGERS_MAX + 1}`,
  );
  const parts = rows.map(toPart);
  const next = parts[MANAGERS_MAX];
  return {
    managers: parts.slice(0, MANAGERS_MAX),
    isComplete: next === undefined || next.claimedWei + next.claimableWei === 0n,
  };
}

function toPart(row: z.output<typeof managerRow>): ManagerPart {
  const waitingScaled = row.pool_waiting * BigInt(row.current_share ?? 0);
  // Rounded down once, as the contract does.
  const sharedWei = (row.pools_scaled + waitingScaled) / SHARES_TOTAL;
  const fixedWei = row.credited + row.payee_waiting + row.protocol_waiting;
  return {
    address: row.address,
    kind: row.kind,
    roles: rolesOf(row),
    claimedWei: row.paid,
    claimableWei: fixedWei + sharedWei - row.paid,
    tokens: row.waiting_tokens ?? [],
  };
}
