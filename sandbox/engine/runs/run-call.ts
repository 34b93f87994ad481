import { type AppReply, callApp } from "@/sandbox/engine/http/call-app";
import {
  maxAttempts,
  type StoredError,
  storedEvent,
  toStoredError,
} from "@/sandbox/engine/http/protocol";
import type { RegisteredFunction } from "@/sandbox/engine/http/registry";
import type { EngineParts } from "@/sandbox/engine/parts";
import { applyReply } from "@/sandbox/engine/runs/apply-reply";
import type { ClaimedJob } from "@/sandbox/engine/runs/claim-jobs";

type RunRow = {
  function_id: string;
  event: unknown;
  has_open_steps: boolean;
  /** Ended steps in the order in which they ended. */
  steps: StepRow[];
};
type StepRow = { id: string; data: unknown; error: StoredError | null; status: string };

const FALLBACK_ATTEMPTS = 4;
const NOT_SERVED = { kind: "unreachable", reason: "the app does not serve the function" } as const;

/**
 * Calls the app for one job and records the result.
 * @returns how the call ended, or null when there was nothing to do
 */
export async function runCall(
  parts: EngineParts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<AppReply["kind"] | null> {
  const found = await parts.db.query<RunRow>(
    `WITH started AS (
       UPDATE engine.runs SET status = 'running', started_at = now()
       WHERE id = $1 AND status = 'queued'
     )
     SELECT function_id, event,
            (SELECT coalesce(json_agg(json_build_object('id', id, 'status', status, 'data', data,
                                                        'error', error) ORDER BY ended_order), '[]')
             FROM engine.steps WHERE run_id = $1 AND status IN ('completed', 'failed')) AS steps,
            EXISTS (SELECT 1 FROM engine.jobs other
                    WHERE other.run_id = run.id AND other.kind = 'step' AND other.id <> $2)
              AS has_open_steps
     FROM engine.runs run WHERE id = $1 AND status IN ('queued', 'running')`,
    [job.runId, job.id],
  );
  const run = found.rows[0];
  if (run === undefined) return null;
  const target = parts.registry.get(run.function_id);
  if (target === undefined) {
    const error = { name: "FunctionNotFound", message: `No app serves ${run.function_id}` };
    const refusal = { status: 500, body: error, noRetry: false, retryAfter: undefined };
    await applyReply(parts, job, FALLBACK_ATTEMPTS, { kind: "answered", ...refusal });
    return "answered";
  }
  const answer = await callApp({
    url: callUrl(target, job),
    method: "POST",
    body: callBody(parts, job, run, target),
    signingKey: parts.settings.signingKey,
    headers: { "x-request-id": job.lease, "x-inngest-job-id": job.id, "x-run-id": job.runId },
    timeoutMs: parts.settings.callTimeoutMs,
    signal,
  });
  const reply = isUnknownFunction(answer) ? NOT_SERVED : answer;
  if (signal.aborted && reply.kind !== "answered") return null;
  if (reply.kind !== "answered") {
    parts.log.debug({ runId: job.runId, reason: reply.reason }, `call ${reply.kind}`);
  }
  const isWritten = await applyReply(parts, job, maxAttempts(target.config), reply);
  if (!isWritten) parts.log.debug({ runId: job.runId }, "late response dropped");
  return reply.kind;
}

/** The app was just replaced by a version without the function: the next sync updates it. */
function isUnknownFunction(reply: AppReply): boolean {
  if (reply.kind !== "answered" || reply.status !== 500) return false;
  return /was not found in this app/.test(toStoredError(reply.body).message);
}

function callUrl(target: RegisteredFunction, job: ClaimedJob): URL {
  const url = new URL(target.url);
  url.searchParams.set("fnId", target.config.id);
  url.searchParams.set("stepId", job.kind === "step" ? job.stepId : "step");
  return url;
}

/** The executor's request. Source: inngest 4.24 `parseFnData`. */
function callBody(
  parts: EngineParts,
  job: ClaimedJob,
  run: RunRow,
  target: RegisteredFunction,
): object {
  const event = storedEvent.parse(run.event);
  const steps = Object.fromEntries(
    run.steps.map((step) => [
      step.id,
      step.status === "failed" ? { error: step.error } : { data: step.data },
    ]),
  );
  const stack = run.steps.map((step) => step.id);
  return {
    version: -1,
    event,
    events: [event],
    steps,
    ctx: {
      run_id: job.runId,
      attempt: job.attempt,
      max_attempts: maxAttempts(target.config),
      // A planned step belongs to its own job: a concurrent call may plan more steps but not run it
      // again.
      disable_immediate_execution: run.has_open_steps,
      use_api: false,
      stack: { stack, current: stack.length },
      ...(parts.settings.checkpointing ? { fn_id: target.config.id, qi_id: job.lease } : {}),
    },
  };
}
