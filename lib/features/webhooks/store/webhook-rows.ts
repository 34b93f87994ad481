import { and, eq } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import type { Realm } from "@/lib/shared/realm";
import type { DisabledReason } from "../rules/kinds";
import { webhookDeliveries, webhooks } from "./tables";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Operations on the rows of a realm that registrations and deliveries share. */
export function createWebhookRows(now: () => Date, realm: Realm) {
  const isOf = (id: string) => and(eq(webhooks.id, id), eq(webhooks.realm, realm));

  /** Reads and locks a webhook. Null if there is none. */
  async function lock(tx: Executor, id: string): Promise<WebhookRow | null> {
    const [row] = await tx.select().from(webhooks).where(isOf(id)).for("update");
    return row ?? null;
  }

  /** Makes the job engine send what is due. */
  const wake = (tx: Executor, ids: readonly string[]) =>
    addEvents(
      tx,
      ids.map((id) => ({ name: "webhook/due" as const, data: { id } })),
      now(),
    );

  /** Switches a webhook off, with its waiting deliveries. */
  async function disableIn(tx: Executor, id: string, reason: DisabledReason): Promise<void> {
    await tx.update(webhooks).set({ state: "disabled", disabledReason: reason }).where(isOf(id));
    await tx
      .update(webhookDeliveries)
      .set({ state: "dead", finishedAt: now(), error: "the webhook was switched off" })
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, "waiting")));
  }

  return { isOf, lock, wake, disableIn };
}

export type WebhookRows = ReturnType<typeof createWebhookRows>;
