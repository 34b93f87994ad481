import { and, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { hasUnsentEvent } from "@/lib/features/outbox/store/has-unsent-event";
import { LEASE_MS, REQUESTED_AGAIN_MS, UNREACHABLE_MS } from "@/lib/features/webhooks/rules/limits";
import type { Realm } from "@/lib/shared/realm";
import { isFull } from "./is-full";
import { webhookDeliveries, webhooks } from "./tables";
import type { DeliveryRow, WebhookRow, WebhookRows } from "./webhook-rows";

export type Outcome = { status: number | null; error: string | null };
/** The side that an attempt failed on; `service` when nothing was sent. */
export type FailedBy = "service" | "endpoint";
/** A claimed delivery, with its webhook as it was then. Its result applies to that URL only. */
export type Attempt = { delivery: DeliveryRow; webhook: WebhookRow };

const REQUESTED_AT_ONCE = 500;

/** The waiting deliveries of a realm, for the process that sends them. */
export function createDeliveryQueue(
  db: Database,
  now: () => Date,
  { realm, rows }: { realm: Realm; rows: WebhookRows },
) {
  const { hasId, lock, lockQuotas, subjectsOf, requestDelivery, disableIn } = rows;
  /**
   * Ends a delivery by the result of an attempt.
   * @returns its webhook, locked; null when another attempt has replaced this one
   */
  async function end(
    tx: Executor,
    { delivery }: Attempt,
    result: Outcome & { state: "delivered" | "dead" },
  ): Promise<WebhookRow | null> {
    // Before the delivery, as everything does that changes both: they would wait for each other.
    const webhook = await lock(tx, delivery.webhookId);
    const ended = await tx
      .update(webhookDeliveries)
      .set({ ...result, finishedAt: now(), leasedUntil: null })
      .where(isAttempt(delivery))
      .returning({ id: webhookDeliveries.id });
    return ended.length === 0 ? null : webhook;
  }

  async function hasRoom(tx: Executor, webhookId: string): Promise<boolean> {
    const subjects = (await subjectsOf(tx, [webhookId])).get(webhookId);
    return subjects !== undefined && !(await isFull(tx, { realm, webhookId, subjects }));
  }

  return {
    /**
     * Claims deliveries of a webhook that are due, at most one of each lane: its first that waits.
     * One statement reads the URL with them, so that a challenge is only sent to the URL it is for.
     */
    async claim(webhookId: string, limit: number): Promise<Attempt[]> {
      const at = now();
      const due = db
        .select({ sequence: webhookDeliveries.sequence })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            sql`exists (
              select 1 from launch.webhooks as w
              where w.id = ${webhookId} and w.realm = ${realm}
                and w.state = ${stateToSend(sql`${webhookDeliveries.kind}`)})`,
            sql`${webhookDeliveries.state} = 'waiting'`,
            sql`${webhookDeliveries.nextAt} <= ${at}`,
            sql`(${webhookDeliveries.leasedUntil} is null or ${webhookDeliveries.leasedUntil} <= ${at})`,
            sql`not exists (
              select 1 from launch.webhook_deliveries as earlier
              where earlier.webhook_id = ${webhookDeliveries.webhookId}
                and earlier.lane = ${webhookDeliveries.lane} and earlier.state = 'waiting'
                and earlier.sequence < ${webhookDeliveries.sequence})`,
          ),
        )
        .orderBy(webhookDeliveries.sequence)
        .limit(limit)
        .for("update", { skipLocked: true });
      const claimed = await db
        .update(webhookDeliveries)
        .set({
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          leasedUntil: new Date(at.getTime() + LEASE_MS),
        })
        .from(webhooks)
        .where(
          and(
            eq(webhooks.id, webhookDeliveries.webhookId),
            // An array, so that the rows are chosen once.
            sql`${webhookDeliveries.sequence} = any(array(${due}))`,
            sql`${webhookDeliveries.state} = 'waiting'`,
          ),
        )
        .returning({
          delivery: getTableColumns(webhookDeliveries),
          webhook: getTableColumns(webhooks),
        });
      return claimed.toSorted((a, b) => a.delivery.sequence - b.delivery.sequence);
    },
    /** When the next delivery is due, null if none waits. A running attempt is due when its lease ends. */
    async nextDue(webhookId: string): Promise<Date | null> {
      const { rows } = await db.execute<{ due: Date | null }>(sql`
        select min(greatest(head.next_at, head.leased_until)) as due from (
          select distinct on (d.lane) d.next_at, d.leased_until
          from launch.webhook_deliveries as d join launch.webhooks as w on w.id = d.webhook_id
          where w.id = ${webhookId} and w.realm = ${realm} and d.state = 'waiting'
            and w.state = ${stateToSend(sql`d.kind`)}
          order by d.lane, d.sequence
        ) as head`);
      const due = rows[0]?.due ?? null;
      return due === null ? null : new Date(due);
    },
    /**
     * The endpoint accepted a delivery. The repeated challenge verifies the URL that it was sent to; a
     * webhook that was never verified is disabled when no place for its subjects is left.
     */
    succeed: (attempt: Attempt, { status }: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        const { kind, data } = attempt.delivery;
        const isVerify = kind === "webhook.verify";
        if (isVerify && attempt.webhook.verifiedAt === null) await lockQuotas(tx);
        const current = await end(tx, attempt, { state: "delivered", status, error: null });
        if (current === null || !isUnmoved(current, attempt)) return;
        if (isVerify && (current.state !== "pending" || current.challenge !== data.challenge)) {
          return;
        }
        if (isVerify && current.verifiedAt === null && !(await hasRoom(tx, current.id))) {
          await disableIn(tx, current.id, "quota");
          return;
        }
        const at = now();
        const verified = isVerify ? { state: "active" as const, verifiedAt: at } : {};
        await tx
          .update(webhooks)
          .set({ succeededAt: at, ...verified })
          .where(hasId(current.id));
      }),
    /** Tries again at `at`. */
    async retry({ delivery }: Attempt, { status, error }: Outcome, at: Date): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ nextAt: at, leasedUntil: null, status, error })
        .where(isAttempt(delivery));
    },
    /** Ends a delivery that must not be sent. */
    async cancel({ delivery }: Attempt): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ state: "canceled", finishedAt: now(), leasedUntil: null })
        .where(isAttempt(delivery));
    },
    /**
     * Ends a delivery as a dead letter. A webhook whose endpoint was not verified is disabled; so is one
     * that had no success for days, unless the service failed.
     */
    markDead: (
      attempt: Attempt,
      { failedBy, ...outcome }: Outcome & { failedBy: FailedBy },
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const current = await end(tx, attempt, { state: "dead", ...outcome });
        if (current === null || !isUnmoved(current, attempt)) return;
        if (attempt.delivery.kind === "webhook.verify") {
          await disableIn(tx, current.id, "unverified");
          return;
        }
        if (failedBy === "service") return;
        const since = new Date(now().getTime() - UNREACHABLE_MS);
        const [silent] = await tx
          .select({ id: webhooks.id })
          .from(webhooks)
          .where(and(hasId(current.id), lt(webhooks.succeededAt, since)));
        if (silent !== undefined) await disableIn(tx, current.id, "unreachable");
      }),
    /**
     * The endpoint does not want events any more.
     * @returns false, and nothing is changed, when the webhook has moved to another one meanwhile
     */
    switchOff: (attempt: Attempt, outcome: Outcome): Promise<boolean> =>
      db.transaction(async (tx) => {
        const current = await lock(tx, attempt.webhook.id);
        if (current !== null && !isUnmoved(current, attempt)) return false;
        if ((await end(tx, attempt, { state: "dead", ...outcome })) !== null) {
          await disableIn(tx, attempt.webhook.id, "gone");
        }
        return true;
      }),
    /**
     * Makes the job engine send what has been due since `before` while no run sends for its webhook: a
     * process was killed, or a run has ended because of a long pause. What waits behind the first of its lane
     * is not due. Not again while an event waits, and at most once a minute: each event is a run, also when
     * all places of the engine are taken, and finding the first of each lane reads all that waits.
     */
    requestOverdue: (before: Date): Promise<string[]> =>
      db.transaction(async (tx) => {
        const at = now();
        const again = new Date(at.getTime() - REQUESTED_AGAIN_MS);
        const { rows } = await tx.execute<{ id: string; isDue: boolean }>(sql`
          update launch.webhooks as webhook set requested_at = ${at}::timestamptz where id = any(array(
            select w.id from launch.webhooks as w
            where w.realm = ${realm}
              and (w.requested_at is null or w.requested_at <= ${again}::timestamptz)
              and not ${hasUnsentEvent("webhook/due", sql`w.id`)}
              and exists (
                select from launch.webhook_deliveries as d
                where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${before}
                  and w.state = ${stateToSend(sql`d.kind`)})
              and not exists (
                select from launch.webhook_deliveries as running
                where running.webhook_id = w.id and running.state = 'waiting'
                  and running.leased_until > ${at})
            order by w.requested_at nulls first
            limit ${REQUESTED_AT_ONCE}
            for update skip locked))
          returning id, exists (
            select from launch.webhook_deliveries as d
            where d.webhook_id = webhook.id and d.state = 'waiting' and d.next_at <= ${before}
              and webhook.state = ${stateToSend(sql`d.kind`)}
              and not exists (
                select from launch.webhook_deliveries as earlier
                where earlier.webhook_id = d.webhook_id and earlier.lane = d.lane
                  and earlier.state = 'waiting' and earlier.sequence < d.sequence)) as "isDue"`);
        const ids = rows.flatMap(({ id, isDue }) => (isDue ? [id] : []));
        await requestDelivery(tx, ids);
        return ids;
      }),
  };
}

/** While an endpoint is not verified, only the challenge is sent, and only then. */
const stateToSend = (kind: SQL): SQL =>
  sql`case ${kind} when 'webhook.verify' then 'pending' else 'active' end`;

const isUnmoved = (current: WebhookRow, { webhook }: Attempt) => current.url === webhook.url;

/** Only the attempt that holds the lease may record its result. */
function isAttempt({ sequence, attempts }: DeliveryRow) {
  return and(
    eq(webhookDeliveries.sequence, sequence),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, "waiting"),
  );
}
