import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { datasets } from "./series-tables";
import { checkpoints } from "./tables";

/** How far a chain is indexed. */
export type IndexerProgress = {
  chainId: number;
  /** Newest block of the chain as the indexer last saw it, and the newest one that is indexed. */
  head: number;
  indexed: number;
  /** Events written since the rows were begun. */
  events: number;
  /** When the indexer last wrote or looked. */
  updatedAt: Date;
};

/** Of the chains that have live rows. */
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
