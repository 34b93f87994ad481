import { sql } from "drizzle-orm";
import { bigserial, boolean, check, index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { launch, moment } from "../../../drivers/db/columns";

export const outbox = launch.table(
  "outbox",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment("created_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (table) => [
    index("outbox_unsent").on(table.id).where(sql`sent_at is null`),
    // Unsent events by the id in their data: see `has-unsent-event.ts`.
    index("outbox_waking")
      .on(table.name, sql`(${table.data} ->> 'id')`)
      .where(sql`sent_at is null`),
    index("outbox_sent").on(table.sentAt).where(sql`sent_at is not null`),
  ],
);

/**
 * The only row identifies this database. A restore raises the epoch: the job engine remembers event
 * ids for a day, and the restored database counts its events from an earlier number.
 */
export const installation = launch.table(
  "installation",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    epoch: integer().notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [check("installation_is_only", sql`${table.isOnly}`)],
);
