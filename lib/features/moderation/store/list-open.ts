import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "@/lib/drivers/db/create-database";
import { cidIn, spellingsOf } from "@/lib/shared/cid";
import type { OpenPosition } from "../rules/open-position";
import type { Target } from "./publish-change";
import { appeals, reports } from "./tables";

/** Open reports and appeals of one target. */
export type ReportGroup = Target &
  OpenPosition & {
    /** Of the reports. */
    count: number;
    appealCount: number;
    newest: Date;
  };

export const SHOWN_MAX = 200;
/** Targets per page. */
export const OPEN_PAGE = 50;

/**
 * A page of the targets with open reports or appeals, and how many there are. Appealed targets come
 * first, those of which the creator has appealed before the others; then the most reported, then the
 * first reported.
 * @param filter.search a part of a target's key or of the address of a reported token, in any case; or a
 * whole CID in any spelling, also in a URL, which finds the image
 * @param filter.after the position of the last target of the previous page
 */
export async function listOpen(
  db: Database,
  filter: { search?: string | undefined; after?: OpenPosition | undefined; limit?: number } = {},
): Promise<{ total: number; groups: ReportGroup[] }> {
  const { search, after, limit = OPEN_PAGE } = filter;
  const cid = search === undefined ? null : cidIn(search);
  // Also the raw and the dag-pb form: the decision about an image applies to both.
  const images = cid === null ? [] : spellingsOf(cid);
  const isImage = (table: typeof reports | typeof appeals) =>
    images.length === 0 ? sql`false` : and(eq(table.kind, "picture"), inArray(table.key, images));
  const isFound = (table: typeof reports | typeof appeals) =>
    search === undefined
      ? sql<boolean>`true`
      : sql<boolean>`bool_or(strpos(lower(${table.key}), lower(${search})) > 0
          or strpos('0x' || encode(${table.token}, 'hex'), lower(${search})) > 0
          or ${isImage(table)})`;
  // Grouped here, so that many appeals for one target do not displace the others.
  const sent = unionAll(
    db
      .select({
        kind: reports.kind,
        key: reports.key,
        count: sql<number>`count(*)::int`.as("count"),
        appealCount: sql<number>`0`.as("appeal_count"),
        rank: sql<number>`0`.as("rank"),
        firstReport: sql<number | null>`min(${reports.id})`.as("first_report"),
        firstAppeal: sql<number | null>`null::bigint`.as("first_appeal"),
        newest: sql<Date>`max(${reports.at})`.as("newest"),
        isFound: isFound(reports).as("is_found"),
      })
      .from(reports)
      .where(isNull(reports.closedAt))
      .groupBy(reports.kind, reports.key),
    db
      .select({
        kind: appeals.kind,
        key: appeals.key,
        count: sql<number>`0`.as("count"),
        appealCount: sql<number>`count(*)::int`.as("appeal_count"),
        rank: sql<number>`case when bool_or(${appeals.isCreator}) then 2 else 1 end`.as("rank"),
        firstReport: sql<number | null>`null::bigint`.as("first_report"),
        firstAppeal: sql<number | null>`min(${appeals.id})`.as("first_appeal"),
        newest: sql<Date>`max(${appeals.at})`.as("newest"),
        isFound: isFound(appeals).as("is_found"),
      })
      .from(appeals)
      .where(isNull(appeals.closedAt))
      .groupBy(appeals.kind, appeals.key),
  ).as("sent");
  const targets = db
    .select({
      kind: sent.kind,
      key: sent.key,
      count: sql<number>`sum(${sent.count})::int`.as("reports"),
      appealCount: sql<number>`sum(${sent.appealCount})::int`.as("appeals"),
      rank: sql<number>`max(${sent.rank})`.as("highest_rank"),
      // Reports and appeals have numbers of their own; targets without a report have the count 0.
      first: sql<number>`coalesce(min(${sent.firstReport}), min(${sent.firstAppeal}))`
        .mapWith(Number)
        .as("first"),
      newest: sql<Date>`max(${sent.newest})`.mapWith(reports.at).as("newest_sent"),
    })
    .from(sent)
    .groupBy(sent.kind, sent.key)
    .having(sql`bool_or(${sent.isFound})`)
    .as("targets");
  const order = sql`(-${targets.rank}, -${targets.count}, ${targets.first})`;
  const isAfter: SQL | undefined =
    after && sql`${order} > (${-after.rank}::int, ${-after.count}::int, ${after.first}::bigint)`;
  const groups = await db.select().from(targets).where(isAfter).orderBy(order).limit(limit);
  return { total: await db.$count(targets), groups };
}
