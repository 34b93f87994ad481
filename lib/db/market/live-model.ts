import { type SQL, sql } from "drizzle-orm";
import { models } from "../schema/market-series";

/**
 * The number that readers find in the `chain` column of a chain's rows, as a subquery: one statement
 * always reads one model, also while another takes its place.
 */
export function liveModel(chainId: number): SQL<number> {
  return sql<number>`(select ${models.id} from ${models}
    where ${models.chainId} = ${chainId} and ${models.state} = 'live')`;
}
