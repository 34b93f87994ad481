import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { launch, moment } from "../../../drivers/db/columns";

/** The latest occurrence of each alert. */
export const alerts = launch.table(
  "alerts",
  {
    name: text().notNull(),
    /** As JSON with sorted names. */
    labels: text().notNull(),
    severity: text({ enum: ["page", "ticket"] }).notNull(),
    summary: text().notNull(),
    runbook: text().notNull(),
    startedAt: moment("started_at").notNull(),
    /** When it last fired on a node. */
    seenAt: moment("seen_at").notNull(),
    endedAt: moment("ended_at"),
    /** When the remaining channels are tried; null when all have accepted its state. */
    notifyAt: moment("tell_at"),
    /** Channels that have accepted its state. */
    notifiedChannels: text("told").array().notNull().default(sql`'{}'`),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.labels] }),
    index("alerts_untold").on(table.notifyAt).where(sql`tell_at is not null`),
  ],
);
