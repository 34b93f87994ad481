import { type SQL, sql } from "drizzle-orm";
import type { AppEvent } from "@/inngest/events";
import { outbox } from "./tables";

const events = (name: AppEvent["name"], id: SQL): SQL => sql`
  select from ${outbox} as unsent
  where unsent.sent_at is null and unsent.name = ${name} and unsent.data ->> 'id' = ${id}`;

/**
 * A condition: an event of this name and id waits for the job engine. A second one would only be a run
 * that finds nothing to do, and without a limit of them an outage would fill the queue of the engine.
 */
export const hasUnsentEvent = (name: AppEvent["name"], id: SQL): SQL =>
  sql`exists (${events(name, id)})`;

/**
 * The same for the transaction that stores the work. Locks the event, so that it is sent after the commit. An event
 * that is being sent does not count: its run may end before the commit.
 */
export const lockUnsentEvent = (name: AppEvent["name"], id: SQL): SQL =>
  sql`exists (${events(name, id)} limit 1 for key share skip locked)`;
