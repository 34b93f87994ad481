import { createHmac } from "node:crypto";
import {
  type AdminSessions,
  createAdminSessions,
} from "@/lib/drivers/sessions/create-admin-sessions";
import {
  type AdminStore,
  createAdminSessionStore,
} from "@/lib/features/admin/store/create-admin-session-store";
import { type AuditLog, createAuditLog } from "@/lib/features/admin/store/create-audit-log";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { sessionSecretOf } from "./users";

/** The operator's console. */
export type AdminModule = {
  adminStore: AdminStore;
  adminSessions: AdminSessions;
  auditLog: AuditLog;
};

export function createAdminModule(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): AdminModule {
  const { env, clock } = core;
  const openSecret = sessionSecretOf(core, connections);
  const adminStore = createAdminSessionStore(connections.db, clock.now);
  return {
    adminStore,
    adminSessions: createAdminSessions({
      // Derived, so that no cookie of a user or of the other realm is accepted.
      openSecret: memoizeAsync(async () =>
        createHmac("sha256", await openSecret())
          .update(`admin ${env.realm}`)
          .digest("base64url"),
      ),
      isSecure: env.publicUrl.startsWith("https:"),
      store: adminStore.sessions,
      now: clock.now,
    }),
    auditLog: createAuditLog(connections.db, clock.now),
  };
}
