import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, primaryKey, text } from "drizzle-orm/pg-core";
import { hexBytes, launch } from "../../../drivers/db/columns";
import type { Realm } from "../../../shared/realm";

export const gasReservations = launch.table(
  "gas_reservations",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    transactionId: text("operation_id").notNull(),
    /** Minutes since the Unix epoch; the minute in which `wei` is counted. */
    minute: integer().notNull(),
    wei: numeric({ mode: "bigint" }).notNull(),
    isSettled: boolean().notNull().default(false),
    /** The last counted transaction, so that counting it again changes nothing. */
    settledHash: hexBytes(),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.chainId, table.transactionId] }),
    index("gas_reservations_minute").on(table.realm, table.chainId, table.minute),
    index("gas_reservations_unsettled")
      .on(table.realm, table.chainId, table.minute)
      .where(sql`not is_settled`),
  ],
);

export const gasMinutes = launch.table(
  "gas_minutes",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    minute: integer().notNull(),
    wei: numeric({ mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.chainId, table.minute] })],
);
