import { asc, count, inArray, isNull, lt, min } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import { listen } from "@/lib/drivers/db/listen";
import { OUTBOX_CHANNEL } from "./add-events";
import { installation, outbox } from "./tables";

export type OutboxEvent = { id: string; name: string; data: Record<string, unknown> };

const RELAYED_AT_ONCE = 100;

/** Events that are not yet sent to the job engine. */
export function createOutbox(db: Database, databaseUrl: string, now: () => Date) {
  return {
    /**
     * Passes the oldest unsent events to `send`, marks them as sent and returns their number. If
     * `send` throws, they stay unsent. Concurrent relays share the work.
     */
    relay: (send: (events: OutboxEvent[]) => Promise<void>): Promise<number> =>
      db.transaction(async (tx) => {
        const events = await tx
          .select({ id: outbox.id, name: outbox.name, data: outbox.data })
          .from(outbox)
          .where(isNull(outbox.sentAt))
          .orderBy(asc(outbox.id))
          .limit(RELAYED_AT_ONCE)
          .for("update", { skipLocked: true });
        if (events.length === 0) return 0;
        const prefix = await readPrefix(tx);
        // The engine deduplicates by id, so sending an event twice is harmless.
        await send(events.map((event) => ({ ...event, id: `${prefix}-${event.id}` })));
        const ids = events.map(({ id }) => id);
        await tx.update(outbox).set({ sentAt: now() }).where(inArray(outbox.id, ids));
        return events.length;
      }),
    /** Events that are not sent yet, and the age of the oldest. */
    async readBacklog(): Promise<{ events: number; oldestSeconds: number }> {
      const [row] = await db
        .select({ events: count(), oldest: min(outbox.createdAt) })
        .from(outbox)
        .where(isNull(outbox.sentAt));
      const ageMs = row?.oldest == null ? 0 : now().getTime() - row.oldest.getTime();
      return { events: row?.events ?? 0, oldestSeconds: Math.max(0, ageMs / 1_000) };
    },
    /** When this database was created; null before its migration. */
    async installedAt(): Promise<Date | null> {
      const [row] = await db.select({ createdAt: installation.createdAt }).from(installation);
      return row?.createdAt ?? null;
    },
    /** Removes events sent before a time. */
    async removeSent(before: Date): Promise<void> {
      await deleteInBatches(db, outbox, lt(outbox.sentAt, before));
    },
    /** Runs the callback when there may be new events, until the signal aborts. */
    onNew: (callback: () => void, signal: AbortSignal): Promise<void> =>
      listen(databaseUrl, OUTBOX_CHANNEL, callback, signal),
  };
}

/** Distinguishes the events of this database, since its last restore, from all others. */
async function readPrefix(tx: Executor): Promise<string> {
  const { id, epoch } = installation;
  const [row] = await tx.select({ id, epoch }).from(installation);
  if (row === undefined) throw new Error("launch.installation has no row. Run npm run migrate.");
  return `${row.id}-${row.epoch}`;
}

export type Outbox = ReturnType<typeof createOutbox>;
