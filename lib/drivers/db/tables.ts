import { bigint, integer } from "drizzle-orm/pg-core";
import { launch } from "./columns";

/** One row about the schema itself; `migrate` writes it. */
export const schemaState = launch.table("schema_state", {
  id: integer().primaryKey(),
  /**
   * The newest migration before the last update, as in the journal. Servers of that release may run
   * until they are replaced.
   */
  previousMigration: bigint({ mode: "number" }),
});
