import { sql } from "drizzle-orm";
import { bigserial, index, jsonb, text } from "drizzle-orm/pg-core";
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
  (table) => [index("outbox_unsent").on(table.id).where(sql`sent_at is null`)],
);
