import type { ServiceContext } from "../../context";
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
    const token = await requireChain(ctx, job.chain).findToken(job.launchId);
    if (token === null) continue;
    const changes = { tokenAddress: token, error: null, mayHaveSucceeded: false };
    await ctx.launches.transition(job.id, "completed", changes);
    ctx.log.info({ jobId: job.id, token }, "a failed launch had succeeded after all");
  }
  await ctx.launches.forgetOld(new Date(now - KEPT_MS));
}
