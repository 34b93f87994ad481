import type { Hash } from "viem";
import type { ServiceContext } from "../../context";
import { prepareTransaction } from "../transactions/prepare-transaction";
import { requireJob } from "./require-job";
import { toLaunch } from "./to-launch";

/**
 * Simulates and signs the launch of a job and stores the transaction; answers its hash, or null
 * when the chain has the token already.
 * @throws CallRevertedError when the contract would refuse
 */
export async function signLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<Hash | null> {
  const { job, chain } = await requireJob(ctx, input.jobId);
  await ctx.launches.touch(job.id);
  if ((await chain.findToken(job.launchId)) !== null) return null;
  const call = chain.launchCall(toLaunch(job));
  return prepareTransaction({ ctx, input: { chain, operationId: job.id, call } });
}
