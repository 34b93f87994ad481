import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../create-database";
import { checkpoints } from "../schema/market";
import { models } from "../schema/market-series";

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
      chainId: models.chainId,
      head: checkpoints.head,
      indexed: checkpoints.block,
      events: checkpoints.events,
      updatedAt: checkpoints.updatedAt,
    })
    .from(models)
    .innerJoin(checkpoints, eq(checkpoints.chain, models.id))
    .where(and(eq(models.state, "live"), inArray(models.chainId, [...chainIds])));
}
