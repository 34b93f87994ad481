import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { datasets } from "./tables/series-tables";
import { checkpoints } from "./tables/tables";

/** Indexing progress of a chain. */
export type IndexerProgress = {
  chainId: number;
  /** Latest block of the chain as last seen by the indexer, and latest indexed block. */
  head: number;
  indexed: number;
  /** Events written since the dataset was created. */
  events: number;
  /** When the indexer last wrote or polled. */
  updatedAt: Date;
};

/** Progress of all chains with a live dataset. */
export function readProgress(
  db: Database,
  chainIds: readonly number[],
): Promise<IndexerProgress[]> {
  return db
    .select({
      chainId: datasets.chainId,
      head: checkpoints.head,
      indexed: checkpoints.block,
      events: checkpoints.events,
      updatedAt: checkpoints.updatedAt,
    })
    .from(datasets)
    .innerJoin(checkpoints, eq(checkpoints.datasetId, datasets.id))
    .where(and(eq(datasets.state, "live"), inArray(datasets.chainId, [...chainIds])));
}
