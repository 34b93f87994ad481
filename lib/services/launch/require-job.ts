import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { LaunchJob } from "../../db/launches/launch-store";
import { AppError } from "../../domain/errors";
import { requireChain } from "./require-chain";

/**
 * A job and its chain, for the steps of the pipeline; renews the job's lease.
 * @throws AppError job_not_found, unsupported_chain: both final
 */
export async function requireJob(
  ctx: ServiceContext,
  jobId: string,
): Promise<{ job: LaunchJob; chain: LaunchChain }> {
  const job = await ctx.launches.touch(jobId);
  if (job === null) throw new AppError("job_not_found");
  return { job, chain: requireChain(ctx, job.chain) };
}
