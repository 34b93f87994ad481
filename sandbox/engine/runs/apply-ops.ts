import type { Queryable } from "@/sandbox/engine/database";
import { delayMs } from "@/sandbox/engine/duration";
import { type Op, toStoredError, waitOptions } from "@/sandbox/engine/http/protocol";
import type { EngineParts } from "@/sandbox/engine/parts";
import {
  completeStep,
  openStep,
  type StepResult,
  saveResults,
  scheduleDiscovery,
} from "@/sandbox/engine/runs/save-step";

/**
 * Applies the operations that only add to a run's state: results, plans and waits. Idempotent. The
 * caller handles retryable errors and the run's end.
 * @param attempts attempts that a result in `ops` took
 */
export async function applyOps(
  tx: Queryable,
  parts: EngineParts,
  runId: string,
  ops: readonly Op[],
  attempts: number,
): Promise<void> {
  const results = ops.flatMap((op) => {
    const result = resultOf(op);
    return result === null ? [] : [{ op, result }];
  });
  await saveResults(tx, runId, results, attempts);
  for (const op of ops) await applyOp(tx, parts, runId, op);
}

/** The result of a step that the app ran, or null. */
function resultOf(op: Op): StepResult | null {
  if (op.op === "StepRun" || op.op === "Step") return { data: op.data };
  return op.op === "StepFailed" ? { error: toStoredError(op.error) } : null;
}

async function applyOp(tx: Queryable, parts: EngineParts, runId: string, op: Op): Promise<void> {
  switch (op.op) {
    case "StepRun":
    case "Step":
    case "StepFailed":
      return;
    case "StepPlanned":
      return planStep(tx, runId, op);
    case "Sleep":
      return startSleep(tx, runId, op);
    case "WaitForEvent":
      return startWait(tx, runId, op);
    case "DiscoveryRequest":
    case "RunComplete":
    case "StepError":
      return;
    case "DeferAdd":
    case "DeferAbort":
      parts.log.warn({ runId }, "defer() is not supported by the embedded job engine: dropped");
      return;
    default:
      await refuse(tx, runId, op, `${op.op} is not supported by the embedded job engine`);
  }
}

async function planStep(tx: Queryable, runId: string, op: Op): Promise<void> {
  if (!(await openStep(tx, runId, op, "planned"))) return;
  await tx.query(
    `INSERT INTO engine.jobs (run_id, kind, step_id) VALUES ($1, 'step', $2)
     ON CONFLICT DO NOTHING`,
    [runId, op.id],
  );
}

async function startSleep(tx: Queryable, runId: string, op: Op): Promise<void> {
  const waitMs = delayMs(op.name ?? "", Date.now());
  if (waitMs === null)
    return refuse(tx, runId, op, `"${op.name}" is neither a duration nor a date`);
  if (await openStep(tx, runId, op, "sleeping")) await setTimer(tx, runId, op.id, waitMs);
}

async function startWait(tx: Queryable, runId: string, op: Op): Promise<void> {
  const options = waitOptions.safeParse(op.opts);
  const waitMs = options.success ? delayMs(options.data.timeout, Date.now()) : null;
  if (!options.success || waitMs === null || !op.name || op.name.includes("\0")) {
    return refuse(tx, runId, op, "waitForEvent needs an event and a timeout");
  }
  const wait = { event: op.name, if: options.data.if };
  if (await openStep(tx, runId, op, "waiting", wait)) await setTimer(tx, runId, op.id, waitMs);
}

async function setTimer(
  tx: Queryable,
  runId: string,
  stepId: string,
  waitMs: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO engine.jobs (run_id, kind, step_id, run_at)
     VALUES ($1, 'timer', $2, now() + $3 * interval '1 millisecond') ON CONFLICT DO NOTHING`,
    [runId, stepId, waitMs],
  );
}

/** Fails a step that cannot run, so that the function can catch the error. */
async function refuse(tx: Queryable, runId: string, op: Op, message: string): Promise<void> {
  if (!(await openStep(tx, runId, op, "waiting"))) return;
  await completeStep(tx, runId, op.id, { error: { name: "NonRetriableError", message } });
  await scheduleDiscovery(tx, runId);
}
