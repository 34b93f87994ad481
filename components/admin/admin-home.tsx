"use client";

import { AdminTitle } from "./admin-title";
import { AuditEntries } from "./audit-log";

/** The first page of the console. */
export function AdminHome() {
  return (
    <section aria-labelledby="admin-title">
      <AdminTitle title="Overview" text="The latest changes of the console." />
      <AuditEntries />
    </section>
  );
}
