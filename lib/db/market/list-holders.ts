import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../create-database";
import { balances, tokens } from "../schema/market";
import { liveModel } from "./live-model";
import type { HolderPage, Market } from "./market";
import { bigColumn, hexColumn, hexParam, readRows } from "./raw-columns";

const row = z.object({
  total: z.number(),
  holder: hexColumn.nullable(),
  amount_wei: bigColumn.nullable(),
});

/**
 * One page of a token's holders and how many there are, by one statement; null when the token is
 * not known. A page past the end still says how many there are.
 */
export async function listHolders(
  db: Database,
  { chainId, address, limit, offset }: Parameters<Market["listHolders"]>[0],
): Promise<HolderPage | null> {
  const rows = await readRows(
    db,
    row,
    sql`
      select t.holders as total, b.holder, b.amount_wei from ${tokens} as t
      left join lateral (
        select holder, amount_wei from ${balances}
        where chain = t.chain and token = t.address
        order by amount_wei desc, holder limit ${limit} offset ${offset}
      ) as b on true
      where t.chain = ${liveModel(chainId)} and t.address = ${hexParam(address)}`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    total: first.total,
    holders: rows.flatMap(({ holder, amount_wei: amountWei }) =>
      holder === null || amountWei === null ? [] : [{ holder, amountWei }],
    ),
  };
}
