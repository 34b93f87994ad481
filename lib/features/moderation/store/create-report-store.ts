import { and, count, desc, isNotNull, isNull, lt, max, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import type { ModerationReason } from "../rules/moderation";
import type { SeenReports } from "../schema";
import { isOpenOn, isTextless } from "./is-open-on";
import { listOpen } from "./list-open";
import { listTokens } from "./list-tokens";
import { closeReportsOf, type Target } from "./publish-change";
import { appeals, reports } from "./tables";

type Sent = Target & { details: string; email: string | null; sender: string };
export type NewReport = Sent & { chainId: number; token: Address; reason: ModerationReason };
/** `token` is null for the appeal of a creator whose launch was refused. */
export type NewAppeal = Sent & {
  chainId: number | null;
  token: Address | null;
  isCreator: boolean;
};
export type ReportRow = typeof reports.$inferSelect;
export type AppealRow = typeof appeals.$inferSelect;

const LISTED_MAX = 20;

/** Reports of content and appeals against decisions, by target: a token, image, video or creator. */
export function createReportStore(db: Database, now: () => Date) {
  return {
    /** @returns false when this sender has already reported the target */
    async addReport(report: NewReport): Promise<boolean> {
      const added = await db
        .insert(reports)
        .values({ ...report, at: now() })
        .onConflictDoNothing()
        .returning({ id: reports.id });
      return added.length > 0;
    },
    /**
     * Stores appeals, for each target of which this sender has no open one.
     * @returns how many were stored
     */
    async addAppeals(rows: readonly NewAppeal[]): Promise<number> {
      const added = await db
        .insert(appeals)
        .values(rows.map((row) => ({ ...row, at: now() })))
        .onConflictDoNothing()
        .returning({ id: appeals.id });
      return added.length;
    },
    listOpen: (filter?: Parameters<typeof listOpen>[1]) => listOpen(db, filter),
    listTokens: (target: Target) => listTokens(db, target),
    /** Open reports, the targets that they are about, and open appeals; reads partial indexes only. */
    async countOpen(): Promise<{ reports: number; targets: number; appeals: number }> {
      const [[counted], openAppeals] = await Promise.all([
        db
          .select({
            reports: sql<number>`count(*)::int`,
            targets: sql<number>`count(distinct (${reports.kind}, ${reports.key}))::int`,
          })
          .from(reports)
          .where(isNull(reports.closedAt)),
        db.$count(appeals, isNull(appeals.closedAt)),
      ]);
      return {
        reports: counted?.reports ?? 0,
        targets: counted?.targets ?? 0,
        appeals: openAppeals,
      };
    },
    /** How often each reason was given in the open reports of a target. */
    async countReasons(target: Target): Promise<{ reason: ModerationReason; count: number }[]> {
      return db
        .select({ reason: reports.reason, count: sql<number>`count(*)::int` })
        .from(reports)
        .where(isOpenOn(reports, target))
        .groupBy(reports.reason)
        .orderBy(desc(sql`count(*)`));
    },
    /** The open reports of a target that have neither a text nor an email, and the id of the newest. */
    async findTextless(target: Target): Promise<{ count: number; newest: number | null }> {
      const [found] = await db
        .select({ count: sql<number>`count(*)::int`, newest: max(reports.id) })
        .from(reports)
        .where(and(isOpenOn(reports, target), isTextless()));
      return found ?? { count: 0, newest: null };
    },
    /** The newest open reports of a target, those with a text or email first. */
    listReports(target: Target): Promise<ReportRow[]> {
      return db
        .select()
        .from(reports)
        .where(isOpenOn(reports, target))
        .orderBy(isTextless(), desc(reports.id))
        .limit(LISTED_MAX);
    },
    /** The newest open appeals of a target, those of its creator first. */
    listAppeals(target: Target): Promise<AppealRow[]> {
      return db
        .select()
        .from(appeals)
        .where(isOpenOn(appeals, target))
        .orderBy(desc(appeals.isCreator), desc(appeals.id))
        .limit(LISTED_MAX);
    },
    /**
     * Closes open reports and appeals of a target.
     * @param seen those to close; undefined: all
     * @returns how many were closed, and how many stay open
     */
    async close(
      tx: Executor,
      target: Target,
      seen?: SeenReports,
    ): Promise<{ closed: number; open: number }> {
      const closed = await closeReportsOf(tx, target, now(), seen);
      let open = 0;
      for (const table of [reports, appeals]) {
        const [left] = await tx
          .select({ count: count() })
          .from(table)
          .where(isOpenOn(table, target));
        open += left?.count ?? 0;
      }
      return { closed, open };
    },
    /** Removes reports and appeals that were closed before a time. */
    async removeClosed(before: Date): Promise<void> {
      for (const table of [reports, appeals]) {
        await deleteInBatches(
          db,
          table,
          sql`${isNotNull(table.closedAt)} and ${lt(table.closedAt, before)}`,
        );
      }
    },
  };
}

export type ReportStore = ReturnType<typeof createReportStore>;
