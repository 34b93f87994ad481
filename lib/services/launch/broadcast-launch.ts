import type { ServiceContext } from "../../context";
import { sendTransaction } from "../transactions/send-transaction";
import { requireJob } from "./require-job";

/** Sends the stored transaction of a job. */
export async function broadcastLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<void> {
  const { job, chain } = await requireJob(ctx, input.jobId);
  await sendTransaction({ ctx, input: { chain, operationId: job.id } });
}
