import {
  type AdminSessions,
  createAdminSessions,
} from "@/lib/drivers/sessions/create-admin-sessions";
import {
  type AdminStore,
  createAdminSessionStore,
} from "@/lib/features/admin/store/create-admin-session-store";
import { type AuditLog, createAuditLog } from "@/lib/features/admin/store/create-audit-log";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { derivedSecret } from "./secrets";

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
  const adminStore = createAdminSessionStore(connections.db, clock.now);
  return {
    adminStore,
    adminSessions: createAdminSessions({
      // Derived, so that no cookie of a user or of the other realm is accepted.
      openSecret: derivedSecret(core, connections, `admin ${env.realm}`),
      isSecure: env.isHttps,
      store: adminStore.sessions,
      now: clock.now,
    }),
    auditLog: createAuditLog(connections.db, clock.now),
  };
}
