import type { Queryable } from "@/sandbox/engine/database";
import type { Op, StoredError } from "@/sandbox/engine/http/protocol";

export type OpenStatus = "planned" | "retrying" | "sleeping" | "waiting";
export type StepResult = { data: unknown } | { error: StoredError };

const NANOSECONDS_PER_MS = 1_000_000;

/**
 * Records an open step. A finished step keeps its result, and a waiting one keeps waiting, so a
 * repeated response of the app changes nothing.
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

/** Records a failed attempt of a step that will be retried. */
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

/** Memoises the result of a step that the app ran. The first result wins. */
export function saveResult(
  tx: Queryable,
  runId: string,
  op: Op,
  result: StepResult,
  attempts: number,
): Promise<void> {
  return saveResults(tx, runId, [{ op, result }], attempts);
}

/** The same for several steps, in one statement. */
export async function saveResults(
  tx: Queryable,
  runId: string,
  results: readonly { op: Op; result: StepResult }[],
  attempts: number,
): Promise<void> {
  // One statement cannot change a row twice.
  const first = results.filter(
    ({ op }, index) => results.findIndex((other) => other.op.id === op.id) === index,
  );
  if (first.length === 0) return;
  await tx.query(
    `INSERT INTO engine.steps AS step
       (run_id, id, op, name, status, data, error, attempts, duration_ms, ended_at, ended_order)
     SELECT $1, given.id, given.op, given.name, given.status, given.data::json, given.error::json,
            $8::integer, given.duration_ms, now(), nextval('engine.step_order')
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $9::double precision[])
       AS given (id, op, name, status, data, error, duration_ms)
     ON CONFLICT (run_id, id) DO UPDATE
     SET status = excluded.status, data = excluded.data, error = excluded.error,
         attempts = excluded.attempts, duration_ms = excluded.duration_ms,
         ended_at = excluded.ended_at, ended_order = excluded.ended_order
     WHERE step.status NOT IN ('completed', 'failed', 'cancelled')`,
    [
      runId,
      first.map(({ op }) => op.id),
      first.map(({ op }) => op.op),
      first.map(({ op }) => stepName(op)),
      first.map(({ result }) => ("data" in result ? "completed" : "failed")),
      first.map(({ result }) => ("data" in result ? JSON.stringify(result.data ?? null) : null)),
      first.map(({ result }) => ("error" in result ? JSON.stringify(result.error) : null)),
      attempts,
      first.map(({ op }) => (op.timing ? op.timing.b / NANOSECONDS_PER_MS : null)),
    ],
  );
}

/**
 * Memoises the result of a step that the engine waited for (sleep, event).
 * @returns false when it is no longer waiting
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
 * Schedules a call of the function with the current memoised state. A running call cannot have it,
 * so another one follows.
 */
export async function scheduleDiscovery(tx: Queryable, runId: string): Promise<void> {
  await tx.query(
    `INSERT INTO engine.jobs (run_id, kind) VALUES ($1, 'discover')
     ON CONFLICT (run_id, kind, step_id) DO UPDATE SET again = true`,
    [runId],
  );
}

/** The step's display name, without NUL characters, which Postgres text cannot store. */
function stepName(op: Op): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\0", "");
}
