import { primaryKey, text } from "drizzle-orm/pg-core";
import { addressBytes, exactJson, launch, moment } from "../../../drivers/db/columns";
import type { Realm } from "../../../shared/realm";

/** Settings that replace environment variables while the servers run. A removed row is the default. */
export const settings = launch.table(
  "settings",
  {
    /** That of the chain for settings of one, so that a sandbox's do not apply to a real chain. */
    realm: text().$type<Realm>().notNull(),
    key: text().notNull(),
    value: exactJson<unknown>().notNull(),
    changedAt: moment("changed_at").notNull(),
    /** null: the launchpad itself. */
    changedBy: addressBytes(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.key] })],
);
