import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { checkpoints } from "../schema/market";
import { models } from "../schema/market-series";
import { MODEL_TABLES } from "./model-tables";

/** Few enough that no statement holds anybody up. */
const ROWS_AT_ONCE = 5_000;

/** Removes some rows of a chain's replaced models. @returns whether there may be more */
export async function removeRetired(db: Database, chainId: number): Promise<boolean> {
  const [retired] = await db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.chainId, chainId), eq(models.state, "retired")))
    .limit(1);
  if (retired === undefined) return false;
  for (const table of MODEL_TABLES) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where chain = ${retired.id} limit ${ROWS_AT_ONCE}))`);
    if (rowCount !== null && rowCount > 0) return true;
  }
  await db.delete(checkpoints).where(eq(checkpoints.chain, retired.id));
  await db.delete(models).where(eq(models.id, retired.id));
  return true;
}
