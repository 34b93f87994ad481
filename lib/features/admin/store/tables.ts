import { bigserial, index, pgSchema, text } from "drizzle-orm/pg-core";
import { addressBytes, exactJson, moment } from "../../../drivers/db/columns";
import type { JsonValue } from "../rules/audit";
import type { AdminRole } from "../rules/role";

/** The operator's console. */
export const admin = pgSchema("admin");

/** Nonces of sign-in messages; a row is removed when its nonce is used. */
export const adminNonces = admin.table(
  "nonces",
  { nonce: text().primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("nonces_expiry").on(table.expiresAt)],
);

/** Open sessions. A cookie without a row here is not valid. */
export const adminSessions = admin.table(
  "sessions",
  {
    id: text().primaryKey(),
    address: addressBytes().notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_address").on(table.address),
    index("admin_sessions_expiry").on(table.expiresAt),
  ],
);

/** Every change of the console. Triggers of the database reject UPDATE, DELETE and TRUNCATE. */
export const auditLog = admin.table(
  "audit_log",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: moment("at").notNull(),
    /** null: the launchpad itself. */
    admin: addressBytes(),
    role: text().$type<AdminRole | "system">().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    before: exactJson<JsonValue>(),
    after: exactJson<JsonValue>(),
    reason: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [index("audit_log_target").on(table.target, table.id)],
);
