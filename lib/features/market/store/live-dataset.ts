import { type SQL, sql } from "drizzle-orm";
import { datasets } from "./series-tables";

/**
 * The id of the dataset that readers see of a chain, as a subquery: one statement
 * always reads one dataset, also while another takes its place.
 */
export function liveDataset(chainId: number): SQL<number> {
  return sql<number>`(select ${datasets.id} from ${datasets}
    where ${datasets.chainId} = ${chainId} and ${datasets.state} = 'live')`;
}
