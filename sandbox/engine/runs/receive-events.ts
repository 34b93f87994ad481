import type { Queryable } from "@/sandbox/engine/database";
import type { IncomingEvent, StoredEvent } from "@/sandbox/engine/http/protocol";
import { newId, seededId } from "@/sandbox/engine/ids";

/**
 * Stores events durably; an id that is known already is accepted and changes nothing.
 * @param seed the header `x-inngest-event-id-seed`, from which events without an id get theirs
 * @returns the ids in the order of the events
 */
export async function receiveEvents(
  db: Queryable,
  events: readonly IncomingEvent[],
  seed: string | undefined,
): Promise<string[]> {
  const nowMs = Date.now();
  const stored = events.map((event, index): StoredEvent => {
    const id = event.id !== undefined && event.id !== "" ? event.id : null;
    return {
      ...event,
      id: id ?? seededId(seed, index) ?? newId(nowMs),
      data: event.data ?? {},
      ts: event.ts ?? nowMs,
    };
  });
  await insertEvents(db, stored);
  return stored.map((event) => event.id);
}

/** Stores events; one with a target starts that function alone, whatever its triggers. */
export async function insertEvents(
  db: Queryable,
  events: readonly StoredEvent[],
  targetFunctionId: string | null = null,
): Promise<void> {
  await db.query(
    `INSERT INTO engine.events (id, name, payload, target_function_id)
     SELECT id, name, payload::json, $4
     FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, name, payload)
     ON CONFLICT (id) DO NOTHING`,
    [
      events.map((event) => event.id),
      events.map((event) => event.name),
      events.map((event) => JSON.stringify(event)),
      targetFunctionId,
    ],
  );
}
