import type { Address, Hash } from "viem";
import type { ServiceContext } from "../../context";
import { requireJob } from "./require-job";

/** Marks a job as launched and tells the indexer to look. Harmless when it is so already. */
export async function completeLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string; token: Address; manager: Address | null; hash: Hash };
}): Promise<void> {
  const { jobId, token, manager, hash } = input;
  const { job } = await requireJob(ctx, jobId);
  const isDone = await ctx.launches.transition(jobId, "completed", {
    tokenAddress: token,
    managerAddress: manager,
    error: null,
    mayHaveSucceeded: false,
    transactionHash: hash,
  });
  if (!isDone) return;
  ctx.log.info({ jobId, token }, "a token was launched");
  await ctx.market.nudgeIndexer(job.chain);
}
