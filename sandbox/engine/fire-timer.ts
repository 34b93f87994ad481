import type { ClaimedJob } from "@/sandbox/engine/claim-jobs";
import { finishRun } from "@/sandbox/engine/finish-run";
import type { EngineParts } from "@/sandbox/engine/parts";
import { completeStep, type StepResult, scheduleDiscovery } from "@/sandbox/engine/save-step";

/** Ends a sleep, a wait that nothing came for, an invocation that took too long, or a whole run. */
export async function fireTimer(parts: EngineParts, job: ClaimedJob): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const run = await tx.query<{ status: string }>(
      "SELECT status FROM engine.runs WHERE id = $1 FOR NO KEY UPDATE",
      [job.runId],
    );
    const removed = await tx.query("DELETE FROM engine.jobs WHERE id = $1 AND lease = $2", [
      job.id,
      job.lease,
    ]);
    if (removed.rowCount !== 1) return;
    if (job.kind === "timer") {
      const step = await tx.query<{ status: string }>(
        "SELECT status FROM engine.steps WHERE run_id = $1 AND id = $2",
        [job.runId, job.stepId],
      );
      const result = timerResult(step.rows[0]?.status);
      if (await completeStep(tx, job.runId, job.stepId, result)) {
        await scheduleDiscovery(tx, job.runId);
      }
      return;
    }
    const isTooLate = job.kind === "finish-timeout" || run.rows[0]?.status === "queued";
    if (!isTooLate) return;
    const verb = job.kind === "finish-timeout" ? "finish" : "start";
    await finishRun(tx, parts, job.runId, {
      status: "cancelled",
      error: { name: "RunTimeout", message: `The run did not ${verb} in time` },
    });
  });
}

function timerResult(status: string | undefined): StepResult {
  if (status !== "invoking") return { data: null };
  const message = "Timed out waiting for the invoked function to complete";
  return { error: { name: "InvokeTimeout", message } };
}
