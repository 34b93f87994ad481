import type { Queryable } from "@/sandbox/engine/database";
import type { StoredError } from "@/sandbox/engine/http/protocol";
import type { EngineParts } from "@/sandbox/engine/parts";
import { insertEvents } from "@/sandbox/engine/runs/receive-events";

export type Ending =
  | { status: "completed"; output: unknown }
  | { status: "failed"; error: StoredError };

type Row = { function_id: string; event: unknown };

const EVENT_NAMES = {
  completed: "inngest/function.finished",
  failed: "inngest/function.failed",
} as const;

/**
 * Ends a running run: removes its jobs and emits an event. The caller holds the run's lock.
 * @returns false when it had already ended
 */
export async function finishRun(
  tx: Queryable,
  parts: EngineParts,
  runId: string,
  ending: Ending,
): Promise<boolean> {
  const output = ending.status === "completed" ? JSON.stringify(ending.output ?? null) : null;
  const error = ending.status === "completed" ? null : JSON.stringify(ending.error);
  const updated = await tx.query<Row>(
    `WITH ended AS (
       UPDATE engine.runs SET status = $2, output = $3, error = $4, ended_at = now()
       WHERE id = $1 AND status IN ('queued', 'running')
       RETURNING id, function_id, event
     ), removed AS (
       DELETE FROM engine.jobs WHERE run_id IN (SELECT id FROM ended)
     ), cancelled AS (
       UPDATE engine.steps SET status = 'cancelled', ended_at = now()
       WHERE run_id IN (SELECT id FROM ended) AND status NOT IN ('completed', 'failed')
     )
     SELECT function_id, event FROM ended`,
    [runId, ending.status, output, error],
  );
  const run = updated.rows[0];
  if (run === undefined) return false;
  await announce(tx, parts, runId, run, ending);
  return true;
}

/** Failures always emit an event (for `onFailure`), other endings only when a function listens. */
async function announce(
  tx: Queryable,
  parts: EngineParts,
  runId: string,
  run: Row,
  ending: Ending,
): Promise<void> {
  const name = EVENT_NAMES[ending.status];
  if (ending.status !== "failed" && !parts.registry.listensTo(name)) {
    const waiting = await tx.query(
      "SELECT 1 FROM engine.steps WHERE status = 'waiting' AND wait_event = $1 LIMIT 1",
      [name],
    );
    if (waiting.rowCount === 0) return;
  }
  const outcome =
    ending.status === "completed" ? { result: ending.output ?? null } : { error: ending.error };
  await insertEvents(tx, [
    {
      id: `${runId}:${ending.status}`,
      name,
      ts: Date.now(),
      data: { function_id: run.function_id, run_id: runId, event: run.event, ...outcome },
    },
  ]);
}
