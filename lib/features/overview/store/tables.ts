import { integer, primaryKey, text } from "drizzle-orm/pg-core";
import { exactJson, launch } from "../../../drivers/db/columns";
import type { Realm } from "../../../shared/realm";
import type { SampleValues } from "../rules/samples";

/** Measured values for the charts of the console: at most about 1,300 rows a realm. */
export const samples = launch.table(
  "samples",
  {
    realm: text().$type<Realm>().notNull(),
    /** Minutes since the Unix epoch; the first server that inserts it measures. */
    minute: integer().notNull(),
    values: exactJson<SampleValues>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.minute] })],
);
