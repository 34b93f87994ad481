import { text } from "drizzle-orm/pg-core";
import { hexBytes, launch, moment } from "../../../drivers/db/columns";

/** Secrets of the installation, encrypted with a key that is not in the database. */
export const secrets = launch.table("secrets", {
  name: text().primaryKey(),
  keyId: text().notNull(),
  sealed: hexBytes().notNull(),
  fingerprint: text().notNull(),
  createdAt: moment("created_at").notNull(),
  wrappedAt: moment("wrapped_at").notNull(),
});
