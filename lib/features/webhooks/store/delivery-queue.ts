import { and, eq, lt, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import { LEASE_MS, UNREACHABLE_MS } from "../rules/limits";
import { webhookDeliveries, webhooks } from "./tables";
import type { DeliveryRow, WebhookRow, WebhookRows } from "./webhook-rows";

export type Outcome = { status: number | null; error: string | null };

const WOKEN_AT_ONCE = 500;

/** The waiting deliveries of a realm, for the process that sends them. */
export function createDeliveryQueue(
  db: Database,
  now: () => Date,
  { realm, rows: { isOf, wake, disableIn } }: { realm: Realm; rows: WebhookRows },
) {
  /** Before any delivery that may switch it off: two at once would wait for each other's rows. */
  const lockWebhook = (tx: Executor, id: string) =>
    tx.select({ id: webhooks.id }).from(webhooks).where(isOf(id)).for("update");

  return {
    /**
     * Claims deliveries that are due, at most one of each lane: its first that waits. While the
     * endpoint is not verified, only the verification.
     */
    async claim(webhook: Pick<WebhookRow, "id" | "state">, limit: number): Promise<DeliveryRow[]> {
      if (webhook.state === "disabled") return [];
      const at = now();
      const isVerify = webhook.state === "pending" ? sql`=` : sql`<>`;
      const due = db
        .select({ sequence: webhookDeliveries.sequence })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhook.id),
            sql`${webhookDeliveries.state} = 'waiting'`,
            sql`${webhookDeliveries.kind} ${isVerify} 'webhook.verify'`,
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
        .where(
          and(
            // An array, so that the rows are chosen once.
            sql`${webhookDeliveries.sequence} = any(array(${due}))`,
            sql`${webhookDeliveries.state} = 'waiting'`,
          ),
        )
        .returning();
      return claimed.toSorted((a, b) => a.sequence - b.sequence);
    },
    /** When the next delivery is due, null if none waits. A running attempt is due when its lease ends. */
    async nextDue({ id, state }: Pick<WebhookRow, "id" | "state">): Promise<Date | null> {
      if (state === "disabled") return null;
      const isVerify = state === "pending" ? sql`=` : sql`<>`;
      const { rows } = await db.execute<{ due: Date | null }>(sql`
        select min(greatest(head.next_at, head.leased_until)) as due from (
          select distinct on (lane) next_at, leased_until from launch.webhook_deliveries
          where webhook_id = ${id} and state = 'waiting' and kind ${isVerify} 'webhook.verify'
          order by lane, sequence
        ) as head`);
      const due = rows[0]?.due ?? null;
      return due === null ? null : new Date(due);
    },
    /** The endpoint accepted a delivery. @returns false when another attempt has replaced this one */
    succeed: (delivery: DeliveryRow, { status }: Outcome): Promise<boolean> =>
      db.transaction(async (tx) => {
        const at = now();
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "delivered", finishedAt: at, leasedUntil: null, status, error: null })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length === 0) return false;
        await tx
          .update(webhooks)
          .set({
            succeededAt: at,
            ...(delivery.kind === "webhook.verify"
              ? { state: "active" as const, verifiedAt: at }
              : {}),
          })
          .where(
            and(
              isOf(delivery.webhookId),
              delivery.kind === "webhook.verify" ? eq(webhooks.state, "pending") : undefined,
            ),
          );
        return true;
      }),
    /** Tries again at `at`. */
    async retry(delivery: DeliveryRow, { status, error }: Outcome, at: Date): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ nextAt: at, leasedUntil: null, status, error })
        .where(isAttempt(delivery));
    },
    /**
     * Ends a delivery as a dead letter. An endpoint that was not verified, or had no success for
     * days, is switched off.
     */
    bury: (delivery: DeliveryRow, { status, error }: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        await lockWebhook(tx, delivery.webhookId);
        const at = now();
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "dead", finishedAt: at, leasedUntil: null, status, error })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length === 0) return;
        if (delivery.kind === "webhook.verify") {
          await disableIn(tx, delivery.webhookId, "unverified");
          return;
        }
        const since = new Date(at.getTime() - UNREACHABLE_MS);
        const [silent] = await tx
          .select({ id: webhooks.id })
          .from(webhooks)
          .where(and(isOf(delivery.webhookId), lt(webhooks.succeededAt, since)));
        if (silent !== undefined) await disableIn(tx, delivery.webhookId, "unreachable");
      }),
    /** The endpoint does not want events any more. */
    switchOff: (delivery: DeliveryRow, { status, error }: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        await lockWebhook(tx, delivery.webhookId);
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "dead", finishedAt: now(), leasedUntil: null, status, error })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length > 0) await disableIn(tx, delivery.webhookId, "gone");
      }),
    /**
     * Makes the job engine send what has been due since `before` while no run sends for its webhook: a
     * process was killed, or a run has ended because of a long pause.
     */
    wakeDue: (before: Date): Promise<string[]> =>
      db.transaction(async (tx) => {
        const at = now();
        const { rows } = await tx.execute<{ id: string }>(sql`
          select distinct d.webhook_id as id
          from launch.webhook_deliveries as d join launch.webhooks as w on w.id = d.webhook_id
          where d.state = 'waiting' and d.next_at <= ${before} and w.realm = ${realm}
            and (w.state = 'active' or (w.state = 'pending' and d.kind = 'webhook.verify'))
            and not exists (
              select 1 from launch.webhook_deliveries as running
              where running.webhook_id = d.webhook_id and running.state = 'waiting'
                and running.leased_until > ${at})
          limit ${WOKEN_AT_ONCE}`);
        const ids = rows.map(({ id }) => id);
        await wake(tx, ids);
        return ids;
      }),
  };
}

/** Only the attempt that holds the lease may record its result. */
function isAttempt({ sequence, attempts }: DeliveryRow) {
  return and(
    eq(webhookDeliveries.sequence, sequence),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, "waiting"),
  );
}
