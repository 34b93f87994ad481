import { bigint, integer } from "drizzle-orm/pg-core";
import { launch } from "./columns";

/** One row about the schema itself; `migrate` writes it. */
export const schemaState = launch.table("schema_state", {
  id: integer().primaryKey(),
  /** The newest migration, as in the journal, of the oldest server that may run on this schema. */
  previousMigration: bigint({ mode: "number" }),
});
