import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
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
  /** When the indexer last wrote or polled, by the database's clock. */
  updatedAt: Date;
  /** The database's clock when this was read. */
  readAt: Date;
  /** The same of the dataset that is to replace this one; null without one. */
  rebuild: { head: number; block: number; updatedAt: Date } | null;
};

/** Progress of all chains with a live dataset. */
export function readProgress(
  db: Database,
  chainIds: readonly number[],
): Promise<IndexerProgress[]> {
  const building = alias(datasets, "building");
  const rebuilt = alias(checkpoints, "rebuilt");
  return db
    .select({
      chainId: datasets.chainId,
      head: checkpoints.head,
      indexed: checkpoints.block,
      events: checkpoints.events,
      updatedAt: checkpoints.updatedAt,
      readAt: sql`now()`.mapWith(checkpoints.updatedAt),
      rebuild: { head: rebuilt.head, block: rebuilt.block, updatedAt: rebuilt.updatedAt },
    })
    .from(datasets)
    .innerJoin(checkpoints, eq(checkpoints.datasetId, datasets.id))
    .leftJoin(building, and(eq(building.chainId, datasets.chainId), eq(building.state, "building")))
    .leftJoin(rebuilt, eq(rebuilt.datasetId, building.id))
    .where(and(eq(datasets.state, "live"), inArray(datasets.chainId, [...chainIds])));
}
