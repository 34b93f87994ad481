import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { DATASET_TABLES } from "@/lib/features/market/store/dataset-tables";
import { datasets } from "@/lib/features/market/store/series-tables";
import { checkpoints } from "@/lib/features/market/store/tables";

/** Few enough that no statement holds anybody up. */
const ROWS_AT_ONCE = 5_000;

/** Removes some rows of a chain's replaced datasets. @returns whether there may be more */
export async function removeRetired(db: Database, chainId: number): Promise<boolean> {
  const [retired] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.chainId, chainId), eq(datasets.state, "retired")))
    .limit(1);
  if (retired === undefined) return false;
  for (const table of DATASET_TABLES) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where dataset_id = ${retired.id} limit ${ROWS_AT_ONCE}))`);
    if (rowCount !== null && rowCount > 0) return true;
  }
  await db.delete(checkpoints).where(eq(checkpoints.datasetId, retired.id));
  await db.delete(datasets).where(eq(datasets.id, retired.id));
  return true;
}
