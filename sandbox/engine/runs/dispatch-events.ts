import { isTransientDatabaseError, type Queryable } from "@/sandbox/engine/database";
import { isMatch } from "@/sandbox/engine/expression";
import { type StoredEvent, storedEvent } from "@/sandbox/engine/http/protocol";
import { isEventNameMatch } from "@/sandbox/engine/http/registry";
import type { EngineParts } from "@/sandbox/engine/parts";
import { createRun } from "@/sandbox/engine/runs/create-run";
import { completeStep, scheduleDiscovery } from "@/sandbox/engine/runs/save-step";

const BATCH = 100;

type EventRow = { id: string; payload: unknown; target_function_id: string | null };
type WaitRow = { run_id: string; step_id: string; wait_if: string | null; event: unknown };

/**
 * Dispatches accepted events in order of arrival, each in one transaction: resumes waiting steps,
 * starts runs.
 * @returns how many were dispatched
 */
export async function dispatchEvents(parts: EngineParts): Promise<number> {
  const pending = await parts.db.query<EventRow>(
    `SELECT id, payload, target_function_id FROM engine.events
     WHERE dispatched_at IS NULL ORDER BY seq LIMIT ${BATCH}`,
  );
  for (const row of pending.rows) {
    try {
      await parts.db.transaction(async (tx) => {
        // The payload is no longer needed; the id stays for deduplication.
        const taken = await tx.query(
          `UPDATE engine.events SET dispatched_at = now(), payload = NULL
           WHERE id = $1 AND dispatched_at IS NULL`,
          [row.id],
        );
        if (taken.rowCount === 1) await dispatch(tx, parts, row);
      });
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      // An event that cannot be processed must not block later ones.
      parts.log.error({ err: error, eventId: row.id }, "event skipped");
      await parts.db.query("UPDATE engine.events SET dispatched_at = now() WHERE id = $1", [
        row.id,
      ]);
    }
  }
  return pending.rows.length;
}

async function dispatch(tx: Queryable, parts: EngineParts, row: EventRow): Promise<void> {
  const event = storedEvent.parse(row.payload);
  if (row.target_function_id !== null) {
    const target = parts.registry.get(row.target_function_id);
    if (target !== undefined) await createRun(tx, target.config, event);
    return;
  }
  await wakeWaitingSteps(tx, event);
  for (const { config } of parts.registry.all()) {
    const isTriggered = config.triggers.some(
      (trigger) =>
        "event" in trigger &&
        isEventNameMatch(trigger.event, event.name) &&
        isMatch(trigger.expression, { event }),
    );
    if (isTriggered) await createRun(tx, config, event);
  }
}

async function wakeWaitingSteps(tx: Queryable, event: StoredEvent): Promise<void> {
  const waits = await tx.query<WaitRow>(
    `SELECT step.run_id, step.id AS step_id, step.wait_if, run.event
     FROM engine.steps step JOIN engine.runs run ON run.id = step.run_id
     WHERE step.status = 'waiting' AND step.wait_event = $1`,
    [event.name],
  );
  const matching = waits.rows.filter((wait) =>
    isMatch(wait.wait_if, { event: wait.event, async: event }),
  );
  if (matching.length === 0) return;
  await lockRuns(
    tx,
    matching.map((wait) => wait.run_id),
  );
  for (const wait of matching) {
    const done = await completeStep(tx, wait.run_id, wait.step_id, { data: event });
    if (done) await scheduleDiscovery(tx, wait.run_id);
  }
}

/** In one order everywhere, so that two dispatches cannot deadlock. */
async function lockRuns(tx: Queryable, runIds: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM engine.runs WHERE id = ANY($1) ORDER BY id DESC FOR NO KEY UPDATE`,
    [runIds],
  );
}
