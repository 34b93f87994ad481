import { boolean, index, pgSchema, text } from "drizzle-orm/pg-core";
import { moment } from "../../../drivers/db/columns";

export const storage = pgSchema("storage");

/** The newest backup by `npm run backup`; at most one row, which the backup itself does not contain. */
export const backups = storage.table("backups", {
  isOnly: boolean("is_only").primaryKey().default(true),
  takenAt: moment("taken_at").notNull(),
});

/** Running processes and where each stores files; see `register-node.ts`. */
export const nodes = storage.table(
  "nodes",
  {
    /** Random, new at every start. */
    id: text().primaryKey(),
    role: text().notNull(),
    host: text().notNull(),
    /** Location of its files, as text for people; equal for processes with the same bucket. */
    place: text().notNull(),
    startedAt: moment("started_at").notNull(),
    /** Time of the last heartbeat, by the clock of the database. */
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [index("nodes_seen").on(table.seenAt)],
);
