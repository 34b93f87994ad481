import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import type { HolderPage, OfToken } from "../market";
import { big, hexParam, int, address as readAddress, readRows } from "../tables/raw-columns";
import { balances, tokens } from "../tables/tables";

/**
 * One page of a token's holders and their total number, in one statement; null for an unknown
 * token. Largest balance first, ties by address. A page past the end still has the total.
 */
export async function listHolders(
  db: Database,
  { chainId, address, limit, offset }: OfToken & { limit: number; offset: number },
): Promise<HolderPage | null> {
  const rows = await readRows(
    db,
    (row) => ({
      total: int(row.total),
      // An empty page still has one row, for the total.
      holder:
        row.holder === null
          ? null
          : { holder: readAddress(row.holder), amountWei: big(row.amountWei) },
    }),
    sql`
      select t.holders as total, b.holder, b.amount_wei as "amountWei" from ${tokens} as t
      left join lateral (
        select holder, amount_wei from ${balances}
        where dataset_id = t.dataset_id and token = t.address
        order by amount_wei desc, holder limit ${limit} offset ${offset}
      ) as b on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    total: first.total,
    holders: rows.flatMap(({ holder }) => (holder === null ? [] : [holder])),
  };
}
