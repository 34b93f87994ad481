import type { z } from "zod";
import type { checkpoint } from "@/sandbox/engine/http/protocol";
import type { EngineParts } from "@/sandbox/engine/parts";
import { applyOps } from "@/sandbox/engine/runs/apply-ops";
import { LEASE } from "@/sandbox/engine/runs/claim-jobs";

/**
 * Memoises steps that a call reports while it goes on.
 * @returns false when that call has been given up (the app crashed or the engine did, the run was
 * cancelled): the SDK is told 409 and stops
 */
export function applyCheckpoint(
  parts: EngineParts,
  runId: string,
  report: z.output<typeof checkpoint>,
): Promise<boolean> {
  return parts.db.transaction(async (tx) => {
    await tx.query("SELECT 1 FROM engine.runs WHERE id = $1 FOR NO KEY UPDATE", [runId]);
    const held = await tx.query<{ attempt: number }>(
      `UPDATE engine.jobs
       SET interruptions = 0, unreachable = 0, leased_until = now() + interval '${LEASE}'
       WHERE run_id = $1 AND lease = $2 RETURNING attempt`,
      [runId, report.qi_id],
    );
    const job = held.rows[0];
    if (job === undefined) return false;
    await applyOps(tx, parts, runId, report.steps, job.attempt + 1);
    return true;
  });
}
