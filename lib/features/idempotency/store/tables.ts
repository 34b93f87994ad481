import { index, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { launch, moment } from "../../../drivers/db/columns";
import type { ChainSlug } from "../../../shared/chains";
import type { Realm } from "../../../shared/realm";

export const idempotencyKeys = launch.table(
  "idempotency_keys",
  {
    operation: text().notNull(),
    chain: text().$type<ChainSlug>().notNull(),
    /** Realm of the chain: an operation on a sandbox chain does not exist on the real chain. */
    realm: text().$type<Realm>().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** Null while the first request is running. */
    answer: jsonb().$type<Record<string, unknown>>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operation, table.chain, table.realm, table.key] }),
    index("idempotency_keys_age").on(table.createdAt),
  ],
);
