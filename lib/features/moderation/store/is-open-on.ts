import { and, eq, isNull } from "drizzle-orm";
import type { Target } from "./publish-change";
import type { appeals, reports } from "./tables";

/** The open reports or appeals of a target. */
export function isOpenOn(table: typeof reports | typeof appeals, { kind, key }: Target) {
  return and(eq(table.kind, kind), eq(table.key, key), isNull(table.closedAt));
}
