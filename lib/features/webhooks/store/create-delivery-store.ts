import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import type { DeliveryState } from "../rules/kinds";
import { RETRIED_MS } from "../rules/limits";
import { createDeliveryQueue } from "./create-delivery-queue";
import { webhookDeliveries } from "./tables";
import { createWebhookRows, type DeliveryRow, replayLane } from "./webhook-rows";

/** Deliveries of the webhooks of one realm, in Postgres: for their owners, and for the process that sends them. */
export function createDeliveryStore(db: Database, now: () => Date, realm: Realm) {
  const rows = createWebhookRows(now, realm);
  return {
    addTest: (webhookId: string, testId: string): Promise<DeliveryRow> =>
      db.transaction((tx) => {
        const eventKey = `test/${testId}`;
        return rows.addDelivery(
          tx,
          { webhookId, kind: "webhook.test", data: {}, eventKey },
          RETRIED_MS,
        );
      }),
    /** Newest first. @param page.before sequence of the last delivery of the previous page */
    listDeliveries: (
      webhookId: string,
      page: { before: number | null; limit: number; state: DeliveryState | null },
    ): Promise<DeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            page.before === null ? undefined : lt(webhookDeliveries.sequence, page.before),
            page.state === null ? undefined : eq(webhookDeliveries.state, page.state),
          ),
        )
        .orderBy(desc(webhookDeliveries.sequence))
        .limit(page.limit),
    /** Sends an ended delivery again, apart from the order of its token. Null if there is none. */
    replay: (webhookId: string, id: string): Promise<DeliveryRow | null> =>
      db.transaction(async (tx) => {
        const at = now();
        const [replayed] = await tx
          .update(webhookDeliveries)
          .set({
            state: "waiting",
            lane: replayLane(id),
            attempts: 0,
            nextAt: at,
            leasedUntil: null,
            expiresAt: new Date(at.getTime() + RETRIED_MS),
            finishedAt: null,
            status: null,
            error: null,
          })
          .where(
            and(
              eq(webhookDeliveries.webhookId, webhookId),
              eq(webhookDeliveries.id, id),
              inArray(webhookDeliveries.state, ["dead", "delivered"]),
              sql`${webhookDeliveries.kind} <> 'webhook.verify'`,
            ),
          )
          .returning();
        if (replayed !== undefined) await rows.requestDelivery(tx, [webhookId]);
        return replayed ?? null;
      }),
    ...createDeliveryQueue(db, now, { realm, rows }),
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
