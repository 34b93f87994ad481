import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { OfToken } from "../market";
import { positions } from "../tables/position-tables";
import {
  big,
  hexParam,
  orNull,
  type RawRow,
  address as readAddress,
  readRows,
} from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import { POSITION_COLUMNS, type PositionRow, readPosition } from "./position-rows";

/** Position after a page of traders. */
export type TraderPosition = { realizedWei: bigint; paidWei: bigint; holder: Address };
export type TraderRow = PositionRow & { holder: Address; creator: Address };

/** A token without traders returns one row of nulls. */
function readTrader(row: RawRow) {
  return {
    ethUsdE18: orNull(big, row.ethUsdE18),
    trader:
      row.holder === null
        ? null
        : {
            ...readPosition(row),
            holder: readAddress(row.holder),
            creator: readAddress(row.creator),
          },
  };
}

/**
 * Addresses that traded a token, largest realized profit first; null for an unknown token. One
 * backward range of an index.
 */
export async function listTraders(
  db: Database,
  {
    chainId,
    address,
    after,
    limit,
  }: OfToken & {
    after: TraderPosition | null;
    limit: number;
  },
): Promise<{ traders: TraderRow[]; ethUsdE18: bigint | null } | null> {
  const rest =
    after === null
      ? sql``
      : sql`and (realized_wei, paid_wei, holder) < (${String(after.realizedWei)}::numeric,
          ${String(after.paidWei)}::numeric, ${hexParam(after.holder)})`;
  const rows = await readRows(
    db,
    readTrader,
    sql`
      select ${POSITION_COLUMNS}, p.holder, t.creator, ${ethUsdNow(chainId)} as "ethUsdE18"
      from ${tokens} as t
      left join lateral (
        select * from ${positions}
        where dataset_id = t.dataset_id and token = t.address
          and (paid_wei > 0 or proceeds_wei > 0) ${rest}
        order by realized_wei desc, paid_wei desc, holder desc limit ${limit}
      ) as p on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}
      order by p.realized_wei desc, p.paid_wei desc, p.holder desc`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    traders: rows.flatMap(({ trader }) => (trader === null ? [] : [trader])),
    ethUsdE18: first.ethUsdE18,
  };
}
