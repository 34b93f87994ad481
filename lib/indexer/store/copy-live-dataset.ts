import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { DATASET_TABLES } from "@/lib/features/market/store/tables/dataset-tables";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints } from "@/lib/features/market/store/tables/tables";
import { type Checkpoint, TransfersRemovedError } from "./dataset-types";
import { removeAfter } from "./roll-back";

/**
 * Copies a snapshot of the live dataset's rows and rolls it back to a block, which becomes the
 * checkpoint. The live dataset must reach that block, on the same chain.
 * @param deployment the contracts that the copy is read from after that block
 * @throws TransfersRemovedError, and an Error when the live dataset ends before the block
 */
export async function copyLiveDataset(
  db: Database,
  dataset: { id: number; chainId: number },
  upTo: Checkpoint,
  deployment: string,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      // A copy may take long; the pool's statement timeout is meant for readers.
      await tx.execute(sql`set local statement_timeout = 0`);
      const [live] = await tx
        .select({
          id: datasets.id,
          block: checkpoints.block,
          transfersFrom: checkpoints.transfersFrom,
        })
        .from(datasets)
        .innerJoin(checkpoints, eq(checkpoints.datasetId, datasets.id))
        .where(and(eq(datasets.chainId, dataset.chainId), eq(datasets.state, "live")));
      if (live === undefined) throw new Error("there is no live dataset to copy");
      if (live.block < upTo.block) {
        throw new Error(`the live dataset ends at block ${live.block}, before ${upTo.block}`);
      }
      if (upTo.block + 1 < live.transfersFrom) throw new TransfersRemovedError(live.transfersFrom);
      for (const table of DATASET_TABLES) await copyRows(tx, table, live.id, dataset.id);
      await copyRows(tx, checkpoints, live.id, dataset.id);
      const [copied] = await tx
        .update(checkpoints)
        .set({ block: upTo.block, blockHash: upTo.hash, blockTime: upTo.time, deployment })
        .where(eq(checkpoints.datasetId, dataset.id))
        .returning({ windowAt: checkpoints.windowAt });
      if (copied === undefined) throw new Error("the live dataset has no checkpoint");
      await removeAfter(tx, dataset.id, { block: upTo.block, windowAt: copied.windowAt });
    },
    { isolationLevel: "repeatable read" },
  );
}

async function copyRows(tx: Executor, table: PgTable, from: number, to: number): Promise<void> {
  const names = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((name) => name !== "dataset_id")
    .map((name) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  await tx.execute(sql`
    insert into ${table} (dataset_id, ${columns})
    select ${to}, ${columns} from ${table} where dataset_id = ${from}`);
}
