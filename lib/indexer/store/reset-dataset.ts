import { eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { bucketStart } from "@/lib/features/market/rules/candles";
import { isLive } from "@/lib/features/market/store/live-dataset";
import { DATASET_TABLES } from "@/lib/features/market/store/tables/dataset-tables";
import { ethPriceHistory, ethPrices } from "@/lib/features/market/store/tables/series-tables";
import { blocks, checkpoints } from "@/lib/features/market/store/tables/tables";
import type { DatasetStart } from "./dataset-types";
import { notifyMarket } from "./move-checkpoint";

/** Removes every row of the dataset and sets its checkpoint. */
export async function resetDataset(
  db: Database,
  dataset: { id: number; chainId: number },
  start: DatasetStart,
): Promise<void> {
  const { block, hash, time, genesisHash, deployment, windowAt } = start;
  const datasetId = dataset.id;
  await db.transaction(async (tx) => {
    const row = {
      genesisHash,
      deployment,
      block,
      blockHash: hash,
      blockTime: time,
      head: block,
      windowAt: bucketStart(windowAt, 60),
      transfersFrom: 0,
      rankedBlock: 0,
      rankedAt: 0,
      ranksVersion: 0,
      updatedAt: new Date(),
    };
    const [before] = await tx
      .select({ genesisHash: checkpoints.genesisHash })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, datasetId));
    // Another chain with this id, as when the real chain replaces a sandbox: remove its rates too.
    if (before !== undefined && before.genesisHash !== genesisHash) {
      for (const table of [ethPrices, ethPriceHistory])
        await tx.delete(table).where(eq(table.chainId, dataset.chainId));
    }
    await tx
      .insert(checkpoints)
      .values({ datasetId, ...row })
      .onConflictDoUpdate({ target: checkpoints.datasetId, set: row });
    for (const table of DATASET_TABLES)
      await tx.delete(table).where(eq(table.datasetId, datasetId));
    await tx.insert(blocks).values({ datasetId, number: block, hash });
    const { rowCount } = await tx.execute(sql`select where ${isLive(datasetId)}`);
    if (rowCount === 0) return;
    await notifyMarket(tx, { chainId: dataset.chainId, block, hash, kind: "rollback" });
  });
}
