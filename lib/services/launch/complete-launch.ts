import type { Address } from "viem";
import type { ServiceContext } from "../../context";

/** Marks a job as launched. Harmless when it is so already. */
export async function completeLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string; token: Address };
}): Promise<void> {
  const changes = { tokenAddress: input.token, error: null, mayHaveSucceeded: false };
  const isDone = await ctx.launches.transition(input.jobId, "completed", changes);
  if (isDone) ctx.log.info({ jobId: input.jobId, token: input.token }, "a token was launched");
}
