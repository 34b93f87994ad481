import { index, text } from "drizzle-orm/pg-core";
import { launch, moment } from "../../../drivers/db/columns";

/** Proofs of work that were used; a row is removed when its challenge has expired. */
export const spentProofs = launch.table(
  "spent_proofs",
  {
    id: text().primaryKey(),
    /** The launch that used it, which may be sent again with the same key. */
    transactionId: text("operation_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("spent_proofs_expiry").on(table.expiresAt)],
);
