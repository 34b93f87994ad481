import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type appeals, reports } from "./tables";

type OfTarget = Pick<typeof reports.$inferSelect, "kind" | "key">;

/** The open reports or appeals of a target. */
export function isOpenOn(table: typeof reports | typeof appeals, { kind, key }: OfTarget) {
  return and(eq(table.kind, kind), eq(table.key, key), isNull(table.closedAt));
}

/** A report without text and email: its reason, which the entry counts, is all of it. */
export function isTextless(): SQL {
  return sql`(${reports.details} = '' and ${reports.email} is null)`;
}
