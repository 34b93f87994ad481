import { inArray, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import {
  DELIVERY_RETENTION_MS,
  DISABLED_KEPT_MS,
  NEVER_VERIFIED_MS,
} from "@/lib/features/webhooks/rules/limits";
import type { Realm } from "@/lib/shared/realm";
import { webhookDeliveries } from "./tables";

const REMOVED_AT_ONCE = 1_000;

/** Removes old deliveries of a realm, and reports the backlog to the operator. */
export function createDeliveryUpkeep(db: Database, now: () => Date, realm: Realm) {
  return {
    /** Removes ended deliveries that are old, and those of removed webhooks. */
    async removeOld(): Promise<void> {
      const before = new Date(now().getTime() - DELIVERY_RETENTION_MS);
      await deleteInBatches(db, webhookDeliveries, lt(webhookDeliveries.finishedAt, before));
      const removed = await listRemoved(db);
      if (removed.length === 0) return;
      const isOrphan = inArray(webhookDeliveries.webhookId, removed);
      await deleteInBatches(db, webhookDeliveries, isOrphan);
    },
    /**
     * Removes webhooks whose endpoint was never verified, and that are disabled or whose challenge has ended or
     * could not be sent in its time: they would count towards the quota of their creator for ever. Their
     * deliveries are removed as those of any removed one.
     */
    async removeNeverVerified(): Promise<void> {
      const at = now();
      const before = new Date(at.getTime() - NEVER_VERIFIED_MS);
      // The challenge is compared, because a request may start another one meanwhile.
      await db.execute(sql`
        with removed as (
          delete from launch.webhooks as w using launch.webhooks as seen
          where seen.id = w.id and seen.challenge = w.challenge
            and w.realm = ${realm} and w.verified_at is null and w.created_at < ${before}
            and (w.state = 'disabled' or (w.state = 'pending' and not exists (
              select 1 from launch.webhook_deliveries as d
              where d.webhook_id = w.id and d.kind = 'webhook.verify'
                and d.state = 'waiting' and d.expires_at > ${at})))
          returning w.id
        )
        delete from launch.webhook_subjects as s using removed where s.webhook_id = removed.id`);
    },
    /**
     * Removes webhooks without an account that have been disabled for long: nobody can list them, and their
     * management secrets may be lost. Their deliveries are removed as those of any removed one.
     */
    async removeLongDisabled(): Promise<void> {
      const at = now();
      const before = new Date(at.getTime() - DISABLED_KEPT_MS);
      // Disabled by a server of the previous release.
      await db.execute(sql`
        update launch.webhooks set disabled_at = ${at}::timestamptz
        where realm = ${realm} and state = 'disabled' and disabled_at is null`);
      await db.execute(sql`
        with removed as (
          delete from launch.webhooks
          where realm = ${realm} and account_id is null and state = 'disabled'
            and disabled_at < ${before}
          returning id
        )
        delete from launch.webhook_subjects as s using removed where s.webhook_id = removed.id`);
    },
    /**
     * Ends events that have waited for the verification of their endpoint for as long as an event is
     * retried: new challenges would keep them for ever.
     */
    async markUnverifiedDead(): Promise<void> {
      const at = now();
      await db.execute(sql`
        update launch.webhook_deliveries as d
        set state = 'dead', finished_at = ${at}::timestamptz,
          error = 'the endpoint was not verified again'
        where d.state = 'waiting' and d.sequence in (
          select waiting.sequence from launch.webhook_deliveries as waiting
          where waiting.state = 'waiting' and waiting.kind <> 'webhook.verify'
            and waiting.expires_at < ${at} and waiting.webhook_id in (
              select w.id from launch.webhooks as w where w.state = 'pending' and w.realm = ${realm})
          for update skip locked)`);
    },
    /** Cancels the waiting deliveries of other realms, which no server sends. @returns their number */
    async cancelOtherRealms(): Promise<number> {
      const canceled = await db
        .update(webhookDeliveries)
        .set({ state: "canceled", finishedAt: now(), leasedUntil: null })
        .where(sql`${webhookDeliveries.state} = 'waiting' and ${webhookDeliveries.webhookId} in (
          select w.id from launch.webhooks as w where w.realm <> ${realm})`)
        .returning({ id: webhookDeliveries.id });
      return canceled.length;
    },
    /** Deliveries by state, and for how long the one that is most overdue has waited. */
    async readBacklog(): Promise<{
      waiting: number;
      failing: number;
      dead: number;
      overdueSeconds: number;
    }> {
      const at = now();
      const { rows } = await db.execute<Record<"waiting" | "failing" | "dead" | "overdue", number>>(
        sql`
        select
          (count(*) filter (where d.state = 'waiting' and d.error is null))::int as waiting,
          (count(*) filter (where d.state = 'waiting' and d.error is not null))::int as failing,
          (count(*) filter (where d.state = 'dead'))::int as dead,
          coalesce(extract(epoch from ${at}::timestamptz - min(greatest(d.next_at, d.leased_until))
            filter (where d.state = 'waiting' and d.attempts = 0
              and not exists (
                select 1 from launch.webhook_deliveries as earlier
                where earlier.webhook_id = d.webhook_id and earlier.lane = d.lane
                  and earlier.state = 'waiting' and earlier.sequence < d.sequence))), 0)::float8
            as overdue
        from launch.webhook_deliveries as d join launch.webhooks as w on w.id = d.webhook_id
        where w.realm = ${realm} and (
          (d.state = 'waiting' and (w.state = 'active' or d.kind = 'webhook.verify'))
          or (d.state = 'dead' and d.finished_at > ${new Date(at.getTime() - 3_600_000)}))`,
      );
      const { waiting = 0, failing = 0, dead = 0, overdue = 0 } = rows[0] ?? {};
      return { waiting, failing, dead, overdueSeconds: Math.max(0, overdue) };
    },
  };
}

export type DeliveryUpkeep = ReturnType<typeof createDeliveryUpkeep>;

/**
 * Removed webhooks that still have deliveries, at most `REMOVED_AT_ONCE`. Reads one entry of an index for each
 * webhook, because a comparison of all deliveries would exceed the statement timeout.
 */
async function listRemoved(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive with_deliveries as (
      select min(webhook_id) as id from launch.webhook_deliveries
      union all
      select (select min(d.webhook_id) from launch.webhook_deliveries as d where d.webhook_id > previous.id)
      from with_deliveries as previous where previous.id is not null
    )
    select id from with_deliveries
    where id is not null and not exists (select 1 from launch.webhooks as w where w.id = with_deliveries.id)
    limit ${REMOVED_AT_ONCE}`);
  return rows.map(({ id }) => id);
}
