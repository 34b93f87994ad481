import { and, asc, between, count, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { DELETED_AT_ONCE } from "@/lib/drivers/db/delete-batch";
import { transfers } from "@/lib/features/market/store/tables/event-tables";
import { checkpoints } from "@/lib/features/market/store/tables/tables";

/**
 * Removes a batch of transfers of blocks below `keepBlocksFrom` that are older than `since` (Unix
 * seconds), oldest first. Only a rollback reads transfers.
 * @returns whether more may be left
 */
export function removeOldTransfers(
  db: Database,
  datasetId: number,
  { since, keepBlocksFrom }: { since: number; keepBlocksFrom: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofDataset = eq(checkpoints.datasetId, datasetId);
    const [checkpoint] = await tx
      .select({ from: checkpoints.transfersFrom })
      .from(checkpoints)
      .where(ofDataset)
      .for("update");
    if (checkpoint === undefined) return false;
    const { from } = checkpoint;
    const oldest = tx
      .select({ block: transfers.block, time: transfers.time })
      .from(transfers)
      .where(
        and(
          eq(transfers.datasetId, datasetId),
          // Without this bound, each batch would walk through the rows that earlier ones removed.
          gte(transfers.block, from),
          lt(transfers.block, keepBlocksFrom),
        ),
      )
      .orderBy(asc(transfers.block), asc(transfers.logIndex))
      .limit(DELETED_AT_ONCE)
      .as("oldest");
    const [old] = await tx
      .select({ rows: count(), last: sql<string | null>`max(${oldest.block})` })
      .from(oldest)
      .where(lt(oldest.time, since));
    if (old === undefined || old.last === null) return false;
    const last = Number(old.last);
    await tx
      .delete(transfers)
      .where(and(eq(transfers.datasetId, datasetId), between(transfers.block, from, last)));
    await tx
      .update(checkpoints)
      .set({ transfersFrom: last + 1 })
      .where(ofDataset);
    return old.rows === DELETED_AT_ONCE;
  });
}
