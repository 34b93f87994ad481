import type { Queryable } from "@/sandbox/engine/database";
import type { AppReply } from "@/sandbox/engine/http/call-app";
import {
  FUNCTION_STEP_ID,
  type Op,
  ops as opsSchema,
  type StoredError,
  toStoredError,
} from "@/sandbox/engine/http/protocol";
import type { EngineParts } from "@/sandbox/engine/parts";
import { applyOps } from "@/sandbox/engine/runs/apply-ops";
import { retryAfterMs, retryDelayMs, unreachableDelayMs } from "@/sandbox/engine/runs/backoff";
import type { ClaimedJob } from "@/sandbox/engine/runs/claim-jobs";
import { finishRun } from "@/sandbox/engine/runs/finish-run";
import { noteRetry, saveResult, scheduleDiscovery } from "@/sandbox/engine/runs/save-step";

type Answer = Extract<AppReply, { kind: "answered" }>;
type BrokenCall = Exclude<AppReply, Answer>;
/** A call to the app, and the transaction that records its reply. */
type Call = { tx: Queryable; parts: EngineParts; job: ClaimedJob; attemptsMax: number };

/**
 * Interrupted calls up to this number are free; beyond it each counts as an attempt, or a step that
 * kills its process would be repeated forever.
 */
const FREE_INTERRUPTIONS = 50;

/**
 * Records the result of a call to the app in one transaction.
 * @param attemptsMax attempts that the function allows
 * @returns false when this process no longer holds the job and nothing was written
 */
export function applyReply(
  parts: EngineParts,
  job: ClaimedJob,
  attemptsMax: number,
  reply: AppReply,
): Promise<boolean> {
  return parts.db.transaction(async (tx) => {
    if (!(await isHeld(tx, job))) return false;
    const call = { tx, parts, job, attemptsMax };
    if (reply.kind !== "answered") {
      await applyBrokenCall(call, reply);
    } else if (reply.status === 206) {
      await applyOpsAnswer(call, reply);
    } else if (reply.status === 200) {
      await finishRun(tx, parts, job.runId, { status: "completed", output: reply.body });
    } else {
      await failAttempt(call, toStoredError(reply.body), reply);
    }
    return true;
  });
}

/** Locks the run, then reads the lease: every transaction locks in this order. */
async function isHeld(tx: Queryable, job: ClaimedJob): Promise<boolean> {
  await tx.query("SELECT 1 FROM engine.runs WHERE id = $1 FOR NO KEY UPDATE", [job.runId]);
  const held = await tx.query("SELECT 1 FROM engine.jobs WHERE id = $1 AND lease = $2", [
    job.id,
    job.lease,
  ]);
  return held.rowCount === 1;
}

async function applyBrokenCall(call: Call, reply: BrokenCall): Promise<void> {
  const { job } = call;
  if (reply.kind === "unreachable") {
    return postpone(call, unreachableDelayMs(job.unreachable), "unreachable");
  }
  if (job.interruptions < FREE_INTERRUPTIONS) {
    return postpone(call, unreachableDelayMs(job.interruptions), "interruptions");
  }
  const error = { name: "CallInterrupted", message: `The call was interrupted: ${reply.reason}` };
  await failAttempt(call, error, {});
}

async function applyOpsAnswer(call: Call, answer: Answer): Promise<void> {
  const { tx, parts, job, attemptsMax } = call;
  const parsed = opsSchema.safeParse(answer.body);
  if (!parsed.success) {
    const error = { name: "Error", message: "The app returned operations of an unknown form" };
    return failAttempt(call, error, answer);
  }
  const attempts = job.attempt + 1;
  const functionError = parsed.data.find((op) => op.id === FUNCTION_STEP_ID && isError(op));
  const steps = parsed.data.filter((op) => op.op !== "RunComplete" && op !== functionError);
  await applyOps(tx, parts, job.runId, steps, attempts);

  const complete = parsed.data.find((op) => op.op === "RunComplete");
  if (complete !== undefined) {
    await finishRun(tx, parts, job.runId, { status: "completed", output: complete.data });
    return;
  }
  if (functionError !== undefined) {
    const noRetry = answer.noRetry || functionError.op === "StepFailed";
    const error = toStoredError(functionError.error);
    return failAttempt(call, error, { ...answer, noRetry });
  }
  const failed = steps.find((op) => op.op === "StepError");
  if (failed !== undefined) {
    const error = toStoredError(failed.error);
    if (attempts < attemptsMax && !answer.noRetry) {
      await noteRetry(tx, job.runId, failed, error, attempts);
      return retry(call, answer.retryAfter);
    }
    await saveResult(tx, job.runId, { ...failed, op: "StepFailed" }, { error }, attempts);
  }
  if (job.kind === "step") await endStepJob(tx, job, steps);
  else await endDiscovery(call, steps);
}

function isError(op: Op): boolean {
  return op.op === "StepError" || op.op === "StepFailed";
}

/**
 * Schedules the function again when it has new data: a result of this call, or a concurrent one.
 */
async function endDiscovery({ tx, parts, job }: Call, steps: readonly Op[]): Promise<void> {
  const hasNews = steps.some((op) => ["StepRun", "Step", "DiscoveryRequest"].includes(op.op));
  const again = hasNews || steps.some(isError);
  const kept = await tx.query(
    `UPDATE engine.jobs
     SET again = false, attempt = 0, interruptions = 0, unreachable = 0, run_at = now(),
         lease = NULL, leased_by = NULL, leased_until = NULL
     WHERE id = $1 AND ($2 OR again)`,
    [job.id, again],
  );
  if (kept.rowCount === 1) return;
  await tx.query("DELETE FROM engine.jobs WHERE id = $1", [job.id]);
  const open = await tx.query(
    "SELECT 1 FROM engine.jobs WHERE run_id = $1 AND kind IN ('step', 'timer') LIMIT 1",
    [job.runId],
  );
  if (open.rowCount !== 0) return;
  const error = {
    name: "Error",
    message: "The function returned without a result or a pending step",
  };
  await finishRun(tx, parts, job.runId, { status: "failed", error });
}

/**
 * Parallel steps are joined: the function is called again when no other planned step is due. A step
 * that waits for its retry does not block the rest, and race mode waits for none.
 */
async function endStepJob(tx: Queryable, job: ClaimedJob, steps: readonly Op[]): Promise<void> {
  await tx.query("DELETE FROM engine.jobs WHERE id = $1", [job.id]);
  const others = await tx.query(
    "SELECT 1 FROM engine.jobs WHERE run_id = $1 AND kind = 'step' AND run_at <= now() LIMIT 1",
    [job.runId],
  );
  const isRace = steps.some((op) => op.opts?.parallelMode === "race");
  if (isRace || others.rowCount === 0) await scheduleDiscovery(tx, job.runId);
}

async function failAttempt(
  call: Call,
  error: StoredError,
  answer: { noRetry?: boolean; retryAfter?: string | undefined },
): Promise<void> {
  const { tx, parts, job, attemptsMax } = call;
  if (answer.noRetry !== true && job.attempt + 1 < attemptsMax) {
    return retry(call, answer.retryAfter);
  }
  await finishRun(tx, parts, job.runId, { status: "failed", error });
}

async function retry({ tx, parts, job }: Call, retryAfter: string | undefined): Promise<void> {
  const waitMs =
    retryAfterMs(retryAfter, Date.now()) ??
    retryDelayMs(job.attempt, parts.settings.retryBaseMs, Math.random());
  await tx.query(
    `UPDATE engine.jobs
     SET attempt = attempt + 1, run_at = now() + $2 * interval '1 millisecond',
         lease = NULL, leased_by = NULL, leased_until = NULL
     WHERE id = $1`,
    [job.id, waitMs],
  );
}

/** Repeats a call without using an attempt. */
async function postpone(
  { tx, job }: Call,
  waitMs: number,
  counter: "unreachable" | "interruptions",
): Promise<void> {
  await tx.query(
    `UPDATE engine.jobs
     SET ${counter} = ${counter} + 1, run_at = now() + $2 * interval '1 millisecond',
         lease = NULL, leased_by = NULL, leased_until = NULL
     WHERE id = $1`,
    [job.id, waitMs],
  );
}
