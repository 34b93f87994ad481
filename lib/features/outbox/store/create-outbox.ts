import { asc, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { listen } from "@/lib/drivers/db/listen";
import { OUTBOX_CHANNEL } from "./add-events";
import { outbox } from "./tables";

export type OutboxEvent = { id: string; name: string; data: Record<string, unknown> };

const RELAYED_AT_ONCE = 100;

/** Events that wait to be handed to the job engine. */
export function createOutbox(db: Database, databaseUrl: string, now: () => Date) {
  return {
    /**
     * Hands the oldest unsent events to `send` and marks them sent; answers how many. Events of a
     * `send` that throws stay unsent. Processes that relay at the same time share the work.
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
        // The id makes a second sending of the same event harmless: the engine knows it already.
        await send(events.map((event) => ({ ...event, id: `outbox-${event.id}` })));
        const ids = events.map(({ id }) => id);
        await tx.update(outbox).set({ sentAt: now() }).where(inArray(outbox.id, ids));
        return events.length;
      }),
    /** Removes events that were sent before `before`. */
    async removeSent(before: Date): Promise<void> {
      await db.delete(outbox).where(lt(outbox.sentAt, before));
    },
    /** Calls back when there may be new events. Ends with the signal. */
    onNew: (callback: () => void, signal: AbortSignal): Promise<void> =>
      listen(databaseUrl, OUTBOX_CHANNEL, callback, signal),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
