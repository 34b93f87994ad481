import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { lockNumber } from "@/lib/drivers/db/locks/advisory-locks";
import { notifyRelay } from "@/lib/features/outbox/store/add-events";
import type { Realm } from "@/lib/shared/realm";
import type { DisabledReason } from "../rules/kinds";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { addDue } from "./add-deliveries";
import type { Subjects } from "./is-full";
import { webhookDeliveries, webhookSubjects, webhooks } from "./tables";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The lane of a delivery that is sent again, apart from the order of its token. */
export const replayLane = (id: string) => `replay/${id}`;

/** Operations on the rows of a realm that registrations and deliveries share. */
export function createWebhookRows(now: () => Date, realm: Realm) {
  const hasId = (id: string) => and(eq(webhooks.id, id), eq(webhooks.realm, realm));

  /** Reads and locks a webhook. Null if there is none. */
  async function lock(tx: Executor, id: string): Promise<WebhookRow | null> {
    const [row] = await tx.select().from(webhooks).where(hasId(id)).for("update");
    return row ?? null;
  }

  /**
   * One at a time, so that concurrent requests cannot pass a count together. Taken before the lock of a
   * webhook: two transactions would wait for each other.
   */
  const lockQuotas = (tx: Executor) => lockNumber(tx, "webhooks");

  /** The subjects of each webhook. */
  async function subjectsOf(
    executor: Executor,
    ids: readonly string[],
  ): Promise<Map<string, Subjects>> {
    const found = new Map<string, Subjects>(ids.map((id) => [id, { tokens: [], creators: [] }]));
    if (ids.length === 0) return found;
    const subjects = await executor
      .select()
      .from(webhookSubjects)
      .where(inArray(webhookSubjects.webhookId, [...ids]))
      .orderBy(webhookSubjects.subject);
    for (const { webhookId, role, subject } of subjects) {
      if (role === SUBJECT_ROLE.token) found.get(webhookId)?.tokens.push(subject);
      if (role === SUBJECT_ROLE.creator) found.get(webhookId)?.creators.push(subject);
    }
    return found;
  }

  /** Makes the job engine send what is due. */
  async function requestDelivery(tx: Executor, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.execute(addDue(sql`select unnest(${sql.param([...ids])}::text[])`, now()));
    await notifyRelay(tx);
  }

  /** Stores a delivery that is due now, and is retried for `forMs`. */
  async function addDelivery(
    tx: Executor,
    row: Pick<typeof webhookDeliveries.$inferInsert, "webhookId" | "kind" | "data" | "eventKey">,
    forMs: number,
  ): Promise<DeliveryRow> {
    const at = now();
    const expiresAt = new Date(at.getTime() + forMs);
    const [added] = await tx
      .insert(webhookDeliveries)
      .values({ ...row, lane: row.eventKey, createdAt: at, nextAt: at, expiresAt })
      .returning();
    if (added === undefined) throw new Error("a delivery was not stored");
    await requestDelivery(tx, [row.webhookId]);
    return added;
  }

  /** Disables a webhook and ends its waiting deliveries. */
  async function disableIn(tx: Executor, id: string, reason: DisabledReason): Promise<void> {
    await tx
      .update(webhooks)
      .set({ state: "disabled", disabledReason: reason, disabledAt: now() })
      .where(hasId(id));
    await tx
      .update(webhookDeliveries)
      .set({ state: "dead", finishedAt: now(), error: "the webhook was disabled" })
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, "waiting")));
  }

  return { hasId, lock, lockQuotas, subjectsOf, requestDelivery, addDelivery, disableIn };
}

export type WebhookRows = ReturnType<typeof createWebhookRows>;
