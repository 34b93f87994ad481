import { type SQL, sql } from "drizzle-orm";
import { tokens } from "../tables/tables";

/**
 * One token by its key. `limit 1` forces an index lookup per key, whatever the planner estimates.
 */
export function rowOf(datasetId: SQL, address: SQL): SQL {
  return sql`(select * from ${tokens} as one
    where one.dataset_id = ${datasetId} and one.address = ${address} limit 1)`;
}
