import type { ServiceContext } from "../../context";
import { requireJob } from "./require-job";

/** Sends the stored transaction of a job; the same bytes however often it runs. */
export async function broadcastLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<void> {
  const { job, chain } = await requireJob(ctx, input.jobId);
  const transaction = await ctx.launches.findTransaction(job.id);
  if (transaction === null) return;
  await chain.broadcast(transaction.rawTransaction);
  await ctx.launches.markBroadcast(job.id);
}
