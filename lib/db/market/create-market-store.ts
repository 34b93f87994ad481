import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { blocks, checkpoints, tokens } from "../schema/market";
import { managers } from "../schema/market-managers";
import { applyBatch } from "./apply-batch";
import type { MarketStore } from "./market-store";
import { moveWindow } from "./move-window";
import { rawAddress } from "./raw-columns";
import { resetDataset } from "./reset-dataset";
import { rollBack } from "./roll-back";

/** The indexer's side of one dataset's rows. */
export function createMarketStore(
  db: Database,
  dataset: { id: number; chainId: number },
): MarketStore {
  const datasetId = dataset.id;
  return {
    datasetId,
    async findCheckpoint() {
      const [row] = await db.select().from(checkpoints).where(eq(checkpoints.datasetId, datasetId));
      if (row === undefined) return null;
      const { block, blockHash, blockTime, genesisHash, deployment, windowAt } = row;
      return { block, hash: blockHash, time: blockTime, genesisHash, deployment, windowAt };
    },
    reset: (start) => resetDataset(db, dataset, start),
    listPools: () =>
      db
        .select({ poolId: tokens.poolId, token: rawAddress(tokens.address) })
        .from(tokens)
        .where(eq(tokens.datasetId, datasetId)),
    async listManagers() {
      const rows = await db
        .select({ address: rawAddress(managers.address) })
        .from(managers)
        .where(eq(managers.datasetId, datasetId));
      return rows.map(({ address }) => address);
    },
    applyBatch: (batch) => applyBatch(db, dataset, batch),
    listBlocks: ({ atOrBelow, limit }) =>
      db
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(and(eq(blocks.datasetId, datasetId), lte(blocks.number, atOrBelow)))
        .orderBy(desc(blocks.number))
        .limit(limit),
    rollBack: (options) => rollBack(db, dataset, options),
    async touch(head) {
      await db
        .update(checkpoints)
        .set({ head, updatedAt: sql`now()` })
        .where(eq(checkpoints.datasetId, datasetId));
    },
    moveWindow: (time) => moveWindow(db, datasetId, time),
  };
}
