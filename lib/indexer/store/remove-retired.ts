import { and, eq } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { deleteBatch } from "@/lib/drivers/db/delete-batch";
import { DATASET_TABLES } from "@/lib/features/market/store/tables/dataset-tables";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints } from "@/lib/features/market/store/tables/tables";

/** Removes a batch of rows of a chain's retired datasets. @returns whether more may be left */
export async function removeRetired(db: Database, chainId: number): Promise<boolean> {
  const [retired] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.chainId, chainId), eq(datasets.state, "retired")))
    .limit(1);
  if (retired === undefined) return false;
  for (const table of DATASET_TABLES) {
    if ((await deleteBatch(db, table, eq(table.datasetId, retired.id))) > 0) return true;
  }
  await db.delete(checkpoints).where(eq(checkpoints.datasetId, retired.id));
  await db.delete(datasets).where(eq(datasets.id, retired.id));
  return true;
}
