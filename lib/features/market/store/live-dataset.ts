import { type SQL, sql } from "drizzle-orm";
import { datasets } from "./tables/series-tables";

/**
 * The id of a chain's live dataset as a subquery, so that a statement always reads one dataset,
 * even while another replaces it.
 */
export function liveDataset(chainId: number): SQL<number> {
  return sql<number>`(select ${datasets.id} from ${datasets}
    where ${datasets.chainId} = ${chainId} and ${datasets.state} = 'live')`;
}

/** A condition: readers see this dataset, not another one of its chain. */
export const isLive = (datasetId: number): SQL<boolean> =>
  sql<boolean>`exists (select from ${datasets}
    where ${datasets.id} = ${datasetId} and ${datasets.state} = 'live')`;
