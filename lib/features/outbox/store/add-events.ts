import { sql } from "drizzle-orm";
import type { AppEvent } from "@/inngest/events";
import type { Executor } from "@/lib/drivers/db/create-database";
import { outbox } from "./tables";

/** Notification channel for new events. */
export const OUTBOX_CHANNEL = "outbox";

/** Stores events for the job engine in the same transaction as the change that caused them. */
export async function addEvents(
  tx: Executor,
  events: readonly AppEvent[],
  createdAt: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(outbox).values(events.map((event) => ({ ...event, createdAt })));
  await notifyRelay(tx);
}

/** Makes the relay send new events after the commit. */
export async function notifyRelay(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`);
}
