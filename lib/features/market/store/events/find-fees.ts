import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { liveDataset } from "../live-dataset";
import type { OfToken } from "../market";
import { managerShares, managers, managerTokens } from "../tables/manager-tables";
import { addressColumn, bigColumn, hexParam, managerKind, readRows } from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import type { FeeLedger } from "./fee-ledger";

const row = z.object({
  owner: addressColumn,
  fee_share_bps: z.number(),
  earned_wei: bigColumn,
  paid_wei: bigColumn,
  referral_wei: bigColumn,
  wall_lifetime_wei: bigColumn,
  manager: addressColumn.nullable(),
  kind: managerKind.nullable(),
  bps: z.number().nullable(),
  payee: addressColumn.nullable(),
  protocol_recipient: addressColumn.nullable(),
  shares: z.array(z.tuple([z.string().transform(toChecksumAddress), z.number()])).nullable(),
});

/** The earners of a token's fees, in one statement; null for an unknown token. */
export async function findFees(
  db: Database,
  { chainId, address }: OfToken,
): Promise<FeeLedger | null> {
  const [found] = await readRows(
    db,
    row,
    sql`
      select t.owner, t.fee_share_bps, t.earned_wei, t.paid_wei, t.referral_wei, t.wall_lifetime_wei,
        mt.manager, m.kind, case when mt.is_dropped then 10000 else m.bps end as bps, mt.payee, mt.protocol_recipient,
        (select json_agg(json_build_array('0x' || encode(s.account, 'hex'), s.share)
            order by s.share desc, s.account)
          from ${managerShares} as s
          where s.dataset_id = m.dataset_id and s.manager = m.address and s.generation = m.generation
        ) as shares
      from ${tokens} as t
      left join ${managerTokens} as mt on mt.dataset_id = t.dataset_id and mt.token = t.address
      left join ${managers} as m on m.dataset_id = t.dataset_id and m.address = mt.manager
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}`,
  );
  if (found === undefined) return null;
  const { manager, kind, bps, payee } = found;
  const isManaged = manager !== null && kind !== null && bps !== null && payee !== null;
  return {
    owner: found.owner,
    feeShareBps: found.fee_share_bps,
    earnedWei: found.earned_wei,
    paidWei: found.paid_wei,
    referralWei: found.referral_wei,
    wallWei: found.wall_lifetime_wei,
    manager: isManaged
      ? {
          address: manager,
          kind,
          bps,
          payee,
          protocolRecipient: kind === "revenue" ? found.protocol_recipient : null,
          shares: (found.shares ?? []).map(([account, share]) => ({ account, share })),
        }
      : null,
  };
}
