import { and, eq } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints } from "@/lib/features/market/store/tables/tables";
import { addMarketDeliveries } from "@/lib/features/webhooks/store/add-market-deliveries";
import { notifyMarket } from "./move-checkpoint";

/**
 * Makes the dataset that was built the live one. A process that still writes to the previous dataset
 * gets `CheckpointMovedError` and reloads its state.
 */
export async function promoteDataset(
  db: Database,
  dataset: { id: number; chainId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [live] = await tx
      .update(datasets)
      .set({ state: "retired" })
      .where(and(eq(datasets.chainId, dataset.chainId), eq(datasets.state, "live")))
      .returning({ id: datasets.id });
    const [before] =
      live === undefined
        ? []
        : await tx
            .delete(checkpoints)
            .where(eq(checkpoints.datasetId, live.id))
            .returning({ block: checkpoints.block });
    const [promoted] = await tx
      .update(datasets)
      .set({ state: "live" })
      .where(and(eq(datasets.id, dataset.id), eq(datasets.state, "building")))
      .returning({ id: datasets.id });
    if (promoted === undefined)
      throw new Error(`dataset ${dataset.id} is not being built any more`);
    const [checkpoint] = await tx
      .select({ block: checkpoints.block, hash: checkpoints.blockHash })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, dataset.id));
    if (checkpoint === undefined) throw new Error(`dataset ${dataset.id} has no checkpoint`);
    // Blocks that only the promoted dataset has: their events were not sent yet.
    if (before !== undefined) {
      await addMarketDeliveries(tx, {
        ...{ datasetId: dataset.id, chainId: dataset.chainId },
        ...{ after: before.block, upTo: checkpoint.block },
      });
    }
    await notifyMarket(tx, { chainId: dataset.chainId, ...checkpoint, kind: "rollback" });
  });
}
