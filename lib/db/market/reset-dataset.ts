import { eq } from "drizzle-orm";
import { bucketStart } from "@/lib/domain/candles";
import type { Database } from "../create-database";
import { blocks, checkpoints } from "../schema/market";
import { ethPriceHistory, ethPrices } from "../schema/market-series";
import { DATASET_TABLES } from "./dataset-tables";
import type { DatasetStart } from "./market-store";
import { notifyMarket } from "./move-checkpoint";

/** Removes every row of the dataset and starts over at a checkpoint. */
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
      updatedAt: new Date(),
    };
    const [before] = await tx
      .select({ genesisHash: checkpoints.genesisHash })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, datasetId));
    // Another chain with this id, as when a sandbox gives way to the real one: its rates go as well.
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
    await notifyMarket(tx, { chainId: dataset.chainId, block, kind: "rollback" });
  });
}
