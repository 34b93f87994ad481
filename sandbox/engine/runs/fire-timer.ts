import type { EngineParts } from "@/sandbox/engine/parts";
import type { ClaimedJob } from "@/sandbox/engine/runs/claim-jobs";
import { completeStep, scheduleDiscovery } from "@/sandbox/engine/runs/save-step";

/** Ends a sleep, or a wait for an event that did not come. */
export async function fireTimer(parts: EngineParts, job: ClaimedJob): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await tx.query("SELECT 1 FROM engine.runs WHERE id = $1 FOR NO KEY UPDATE", [job.runId]);
    const removed = await tx.query("DELETE FROM engine.jobs WHERE id = $1 AND lease = $2", [
      job.id,
      job.lease,
    ]);
    if (removed.rowCount !== 1) return;
    if (await completeStep(tx, job.runId, job.stepId, { data: null })) {
      await scheduleDiscovery(tx, job.runId);
    }
  });
}
