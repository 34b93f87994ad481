import { and, desc, eq, isNull, lt, lte, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { FiringAlert } from "../rules/alert-rule";
import { alerts } from "./tables";

/** An alert with its times; `endedAt` null while it fires. */
export type Alert = typeof alerts.$inferSelect;
export type AlertStore = ReturnType<typeof createAlertStore>;

/** A node can stop while it delivers: after this time the remaining channels are tried again. */
const CLAIM_MS = 60_000;
const WAIT_MS_MAX = 30 * 60_000;

/** Alerts of all nodes. Each one starts, ends and is delivered once for all nodes. */
export function createAlertStore(db: Database, now: () => Date) {
  return {
    /** Records the alerts that fire on a node; the first node starts the alert. */
    async recordFiring(firing: readonly FiringAlert[]): Promise<void> {
      if (firing.length === 0) return;
      const at = now();
      const isOver = sql`${alerts.endedAt} is not null`;
      const startAgain = (fresh: unknown, column: unknown) =>
        sql`case when ${isOver} then ${fresh} else ${column} end`;
      await db
        .insert(alerts)
        .values(firing.map((one) => ({ ...one, startedAt: at, seenAt: at, notifyAt: at })))
        .onConflictDoUpdate({
          target: [alerts.name, alerts.labels],
          set: {
            seenAt: at,
            summary: sql`excluded.summary`,
            severity: sql`excluded.severity`,
            startedAt: startAgain(sql`excluded.started_at`, alerts.startedAt),
            notifyAt: startAgain(sql`excluded.tell_at`, alerts.notifyAt),
            notifiedChannels: startAgain(sql`'{}'::text[]`, alerts.notifiedChannels),
            attempts: startAgain(sql`0`, alerts.attempts),
            endedAt: null,
          },
        });
    },
    /**
     * Ends alerts that have fired on no node since a time.
     * @param except names of alerts that stay
     */
    async endBefore(before: Date, except: readonly string[]): Promise<void> {
      const at = now();
      await db
        .update(alerts)
        .set({ endedAt: at, notifyAt: at, notifiedChannels: [], attempts: 0 })
        .where(
          and(
            isNull(alerts.endedAt),
            lt(alerts.seenAt, before),
            notInArray(alerts.name, [...except]),
          ),
        );
    },
    /** Alerts to deliver; no other node claims them for a minute. */
    async claim(): Promise<Alert[]> {
      const at = now();
      return db
        .update(alerts)
        .set({
          attempts: sql`${alerts.attempts} + 1`,
          notifyAt: sql`${at}::timestamptz + least(${CLAIM_MS} * power(2, least(${alerts.attempts}, 10)), ${WAIT_MS_MAX}) * interval '1 millisecond'`,
        })
        .where(lte(alerts.notifyAt, at))
        .returning();
    },
    /**
     * Records the channels that accepted it; `isDone` when all did. Does nothing if its state has
     * changed.
     */
    async recordDelivery(alert: Alert, notifiedChannels: string[], isDone: boolean): Promise<void> {
      await db
        .update(alerts)
        .set({ notifiedChannels, ...(isDone ? { notifyAt: null } : {}) })
        .where(
          and(
            eq(alerts.name, alert.name),
            eq(alerts.labels, alert.labels),
            eq(alerts.startedAt, alert.startedAt),
            alert.endedAt === null ? isNull(alerts.endedAt) : eq(alerts.endedAt, alert.endedAt),
          ),
        );
    },
    /** The latest alerts, those that fire first. */
    list: (limit: number): Promise<Alert[]> =>
      db
        .select()
        .from(alerts)
        .orderBy(sql`${alerts.endedAt} is not null`, desc(alerts.startedAt))
        .limit(limit),
  };
}
