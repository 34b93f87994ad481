import type { ServiceContext } from "../../context";
import { findLaunch } from "./await-launch-receipt";
import { completeLaunch } from "./complete-launch";
import { requireChain } from "./require-chain";

/** A job that no step has touched for this long has lost its run. */
const LEASE_MS = 45_000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Puts right what a crash or an outage left behind: jobs without a run get a new one, failed jobs
 * whose transaction was mined after all are completed, and old keys and events are forgotten.
 */
export async function sweepLaunches({ ctx }: { ctx: ServiceContext }): Promise<void> {
  const now = ctx.clock.now().getTime();
  const adopted = await ctx.launches.adoptStranded(new Date(now - LEASE_MS));
  if (adopted.length > 0) ctx.log.warn({ jobs: adopted }, "adopted stranded launches");
  for (const job of await ctx.launches.listUncertain()) {
    const outcome = await findLaunch(ctx, requireChain(ctx, job.chain), job);
    if (outcome?.kind !== "launched") continue;
    await completeLaunch({ ctx, input: { ...outcome, jobId: job.id } });
    ctx.log.info({ jobId: job.id }, "a failed launch had succeeded after all");
  }
  const before = new Date(now - KEPT_MS);
  await ctx.launches.forgetEvents(before);
  await ctx.idempotency.forgetBefore(before);
}
