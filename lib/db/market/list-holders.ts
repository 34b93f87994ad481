import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { balances, tokens } from "../schema/market";
import type { HolderPage, Market } from "./market";

/**
 * One page of a token's holders and how many there are, by one statement; null when the token is
 * not known.
 */
export async function listHolders(
  db: Database,
  query: Parameters<Market["listHolders"]>[0],
): Promise<HolderPage | null> {
  const { chainId, address, limit, offset } = query;
  const ofToken = and(eq(balances.chain, chainId), eq(balances.token, address));
  const page = db
    .select({ holder: balances.holder, amountWei: balances.amountWei })
    .from(balances)
    .where(ofToken)
    .orderBy(desc(balances.amountWei), asc(balances.holder))
    .limit(limit)
    .offset(offset)
    .as("page");
  const total = db
    .select({ total: count().as("total") })
    .from(balances)
    .where(ofToken)
    .as("counted");
  const rows = await db
    .select({ total: total.total, holder: page.holder, amountWei: page.amountWei })
    .from(tokens)
    .innerJoin(total, sql`true`)
    // A page past the end still says how many holders there are.
    .leftJoin(page, sql`true`)
    .where(and(eq(tokens.chain, chainId), eq(tokens.address, address)))
    .orderBy(desc(page.amountWei), asc(page.holder));
  const [first] = rows;
  if (first === undefined) return null;
  return {
    total: first.total,
    holders: rows.flatMap(({ holder, amountWei }) =>
      holder === null || amountWei === null ? [] : [{ holder, amountWei }],
    ),
  };
}
