import type { ServiceContext } from "../../context";
import { annotateSubmittedError } from "../../domain/launch-job";
import { requireJob } from "./require-job";

/**
 * Ends a job as failed. Where its transaction was signed and its fate is unknown, the job keeps the
 * hash and says that it may have succeeded.
 * @param input.isFateKnown true when the chain has said that nothing was launched
 */
export async function failLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string; reason: string; isFateKnown: boolean };
}): Promise<void> {
  const { jobId, reason, isFateKnown } = input;
  const [latest] = await ctx.transactions.listOf(jobId);
  if (latest === undefined) await releaseGas(ctx, jobId);
  const mayHaveSucceeded = latest !== undefined && !isFateKnown;
  await ctx.launches.transition(jobId, "failed", {
    error: latest === undefined ? reason : annotateSubmittedError(reason, latest.hash),
    mayHaveSucceeded,
    ...(latest === undefined ? {} : { transactionHash: latest.hash }),
  });
  ctx.log.warn({ jobId, reason, mayHaveSucceeded }, "a launch failed");
}

async function releaseGas(ctx: ServiceContext, jobId: string): Promise<void> {
  const { chain } = await requireJob(ctx, jobId);
  await ctx.gasLedger.release({ chainId: chain.deployment.chainId, operationId: jobId });
}
