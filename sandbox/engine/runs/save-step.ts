import type { Queryable } from "@/sandbox/engine/database";
import type { Op, StoredError } from "@/sandbox/engine/http/protocol";

export type OpenStatus = "planned" | "retrying" | "sleeping" | "waiting";
export type StepResult = { data: unknown } | { error: StoredError };

const NANOSECONDS_PER_MS = 1_000_000;

/**
 * Notes a step that is not done. One that has a result keeps it, and one that waits already keeps
 * waiting, so that a repeated answer of the app changes nothing.
 * @returns whether the step is new
 */
export async function openStep(
  tx: Queryable,
  runId: string,
  op: Op,
  status: OpenStatus,
  wait: { event: string; if: string | undefined } | null = null,
): Promise<boolean> {
  const inserted = await tx.query(
    `INSERT INTO engine.steps (run_id, id, op, name, status, race, wait_event, wait_if)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (run_id, id) DO NOTHING`,
    [
      runId,
      op.id,
      op.op,
      stepName(op),
      status,
      op.opts?.parallelMode === "race",
      wait?.event ?? null,
      wait?.if ?? null,
    ],
  );
  return inserted.rowCount === 1;
}

/** Notes a failed attempt of a step that will be tried again. */
export async function noteRetry(
  tx: Queryable,
  runId: string,
  op: Op,
  error: StoredError,
  attempts: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO engine.steps AS step (run_id, id, op, name, status, error, attempts)
     VALUES ($1, $2, $3, $4, 'retrying', $5, $6)
     ON CONFLICT (run_id, id) DO UPDATE SET status = 'retrying', error = $5, attempts = $6
     WHERE step.status IN ('planned', 'retrying')`,
    [runId, op.id, op.op, stepName(op), JSON.stringify(error), attempts],
  );
}

/** Memoises the result of a step that the app ran. The first result stands. */
export async function saveResult(
  tx: Queryable,
  runId: string,
  op: Op,
  result: StepResult,
  attempts: number,
): Promise<void> {
  const data = "data" in result ? JSON.stringify(result.data ?? null) : null;
  const error = "error" in result ? JSON.stringify(result.error) : null;
  await tx.query(
    `INSERT INTO engine.steps AS step
       (run_id, id, op, name, status, data, error, attempts, duration_ms, ended_at, ended_order)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), nextval('engine.step_order'))
     ON CONFLICT (run_id, id) DO UPDATE
     SET status = $5, data = $6, error = $7, attempts = $8, duration_ms = $9, ended_at = now(),
         ended_order = nextval('engine.step_order')
     WHERE step.status NOT IN ('completed', 'failed', 'cancelled')`,
    [
      runId,
      op.id,
      op.op,
      stepName(op),
      "data" in result ? "completed" : "failed",
      data,
      error,
      attempts,
      op.timing ? op.timing.b / NANOSECONDS_PER_MS : null,
    ],
  );
}

/**
 * Memoises the result of a step that the engine waited for (sleep, event).
 * @returns false when it is not waiting (any more)
 */
export async function completeStep(
  tx: Queryable,
  runId: string,
  stepId: string,
  result: StepResult,
): Promise<boolean> {
  const data = "data" in result ? JSON.stringify(result.data ?? null) : null;
  const error = "error" in result ? JSON.stringify(result.error) : null;
  const updated = await tx.query(
    `UPDATE engine.steps
     SET status = $3, data = $4, error = $5, ended_at = now(),
         ended_order = nextval('engine.step_order')
     WHERE run_id = $1 AND id = $2 AND status IN ('sleeping', 'waiting')`,
    [runId, stepId, "data" in result ? "completed" : "failed", data, error],
  );
  if (updated.rowCount !== 1) return false;
  await tx.query("DELETE FROM engine.jobs WHERE run_id = $1 AND kind = 'timer' AND step_id = $2", [
    runId,
    stepId,
  ]);
  return true;
}

/**
 * Asks for the function to be called so that it goes on from what is memoised now. A call under
 * way cannot know it: it is followed by another one.
 */
export async function scheduleDiscovery(tx: Queryable, runId: string): Promise<void> {
  await tx.query(
    `INSERT INTO engine.jobs (run_id, kind) VALUES ($1, 'discover')
     ON CONFLICT (run_id, kind, step_id) DO UPDATE SET again = true`,
    [runId],
  );
}

/** For people; a NUL, which Postgres does not store in a text, is left out. */
function stepName(op: Op): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\0", "");
}
