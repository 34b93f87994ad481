import { desc, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Target } from "./publish-change";
import { appeals, reports } from "./tables";

/** Open reports and appeals of one target; `count` of them are reports. */
export type ReportGroup = Target & { count: number; newest: Date };

export const SHOWN_MAX = 200;

/** Targets with open reports or appeals: appeals without a report first, then most reports first. */
export async function listOpen(db: Database): Promise<ReportGroup[]> {
  const reported = await db
    .select({
      kind: reports.kind,
      key: reports.key,
      count: sql<number>`count(*)::int`,
      newest: sql<Date>`max(${reports.at})`.mapWith(reports.at),
    })
    .from(reports)
    .where(isNull(reports.closedAt))
    .groupBy(reports.kind, reports.key)
    .orderBy(desc(sql`count(*)`), desc(sql`max(${reports.at})`))
    .limit(SHOWN_MAX);
  // Grouped here, so that many appeals for one target do not displace the others.
  const appealed = await db
    .select({
      kind: appeals.kind,
      key: appeals.key,
      newest: sql<Date>`max(${appeals.at})`.mapWith(appeals.at),
    })
    .from(appeals)
    .where(isNull(appeals.closedAt))
    .groupBy(appeals.kind, appeals.key)
    .orderBy(desc(sql`bool_or(${appeals.isCreator})`), desc(sql`max(${appeals.id})`))
    .limit(SHOWN_MAX);
  const known = new Set(reported.map(({ kind, key }) => `${kind} ${key}`));
  const others = appealed.filter(({ kind, key }) => !known.has(`${kind} ${key}`));
  return [...others.map((one) => ({ ...one, count: 0 })), ...reported];
}
