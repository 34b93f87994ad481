import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { managers } from "@/lib/features/market/store/tables/manager-tables";
import { rawAddress } from "@/lib/features/market/store/tables/raw-columns";
import { blocks, checkpoints, tokens } from "@/lib/features/market/store/tables/tables";
import type { Realm } from "@/lib/shared/realm";
import { applyBatch, type NextBatch } from "./apply-batch";
import type { BlockHash, Checkpoint, DatasetStart, Pool } from "./dataset-types";
import { moveWindow } from "./move-window";
import { type RankRun, refreshRanks } from "./ranks/refresh-ranks";
import { removeOldTransfers } from "./remove-old-transfers";
import { resetDataset } from "./reset-dataset";
import { type Removed, rollBack } from "./roll-back";

/** Writes the rows of one dataset. Every method but `refreshRanks` is one transaction. */
export function createMarketStore(
  db: Database,
  dataset: { id: number; chainId: number; realm: Realm },
) {
  const datasetId = dataset.id;
  return {
    datasetId,
    async findCheckpoint(): Promise<DatasetStart | null> {
      const [row] = await db.select().from(checkpoints).where(eq(checkpoints.datasetId, datasetId));
      if (row === undefined) return null;
      const { block, blockHash, blockTime, genesisHash, deployment, windowAt } = row;
      return { block, hash: blockHash, time: blockTime, genesisHash, deployment, windowAt };
    },
    reset: (start: DatasetStart): Promise<void> => resetDataset(db, dataset, start),
    listPools: (): Promise<Pool[]> =>
      db
        .select({ poolId: tokens.poolId, token: rawAddress(tokens.address) })
        .from(tokens)
        .where(eq(tokens.datasetId, datasetId)),
    async listManagers(): Promise<Address[]> {
      const rows = await db
        .select({ address: rawAddress(managers.address) })
        .from(managers)
        .where(eq(managers.datasetId, datasetId));
      return rows.map(({ address }) => address);
    },
    applyBatch: (batch: NextBatch): Promise<void> => applyBatch(db, dataset, batch),
    /** Newest stored block hashes at or below a block, newest first. */
    listBlocks: ({
      atOrBelow,
      limit,
    }: {
      atOrBelow: number;
      limit: number;
    }): Promise<BlockHash[]> =>
      db
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(and(eq(blocks.datasetId, datasetId), lte(blocks.number, atOrBelow)))
        .orderBy(desc(blocks.number))
        .limit(limit),
    rollBack: (options: { expected: Checkpoint; to: Checkpoint }): Promise<Removed> =>
      rollBack(db, dataset, options),
    /** Removes a batch of transfers that no rollback needs. @returns whether more may be left */
    removeOldTransfers: (kept: { since: number; keepBlocksFrom: number }): Promise<boolean> =>
      removeOldTransfers(db, datasetId, kept),
    /**
     * Records the head and the time of the last poll, so that a stalled indexer is visible.
     * @param head null keeps the recorded one
     */
    async touch(head: number | null): Promise<void> {
      await db
        .update(checkpoints)
        .set({ ...(head === null ? {} : { head }), updatedAt: sql`now()` })
        .where(eq(checkpoints.datasetId, datasetId));
    },
    /** Advances the 24h window to a time (Unix seconds), rounded down to a minute. */
    moveWindow: (time: number): Promise<void> => moveWindow(db, datasetId, time),
    /** Derives the figures of lists in batches; safe in parallel to the other methods. */
    refreshRanks: (run: RankRun): Promise<void> => refreshRanks(db, datasetId, run),
  };
}

export type MarketStore = ReturnType<typeof createMarketStore>;
