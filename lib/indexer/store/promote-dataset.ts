import { and, desc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { blocks, checkpoints } from "@/lib/features/market/store/tables/tables";
import {
  addMarketDeliveries,
  revertMarketDeliveries,
} from "@/lib/features/webhooks/store/add-market-deliveries";
import type { Realm } from "@/lib/shared/realm";
import { notifyMarket } from "./move-checkpoint";

/**
 * Makes the dataset that was built the live one. A process that still writes to the previous dataset
 * gets `CheckpointMovedError` and reloads its state.
 */
export async function promoteDataset(
  db: Database,
  dataset: { id: number; chainId: number; realm: Realm },
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
    if (live !== undefined && before !== undefined) {
      const { chainId, realm } = dataset;
      // The retired dataset may have had blocks that a reorg removed, and cannot take them back now.
      const shared = await findShared(tx, live.id, dataset.id);
      if (shared !== null) await revertMarketDeliveries(tx, { chainId, realm, block: shared });
      // Events that are stored already are left out.
      const range = { after: shared ?? before.block, upTo: checkpoint.block };
      await addMarketDeliveries(tx, { datasetId: dataset.id, chainId, realm, ...range });
    }
    await notifyMarket(tx, { chainId: dataset.chainId, ...checkpoint, kind: "rollback" });
  });
}

/**
 * The newest block that two datasets have in common. Each stores at least its newest block and recent
 * ones with events, so no later block of both has an event. Null if the second is far ahead.
 */
async function findShared(tx: Executor, one: number, other: number): Promise<number | null> {
  const same = alias(blocks, "same");
  const [shared] = await tx
    .select({ number: blocks.number })
    .from(blocks)
    .innerJoin(same, and(eq(same.number, blocks.number), eq(same.hash, blocks.hash)))
    .where(and(eq(blocks.datasetId, one), eq(same.datasetId, other)))
    .orderBy(desc(blocks.number))
    .limit(1);
  return shared?.number ?? null;
}
