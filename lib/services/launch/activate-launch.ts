import type { ServiceContext } from "../../context";
import type { LaunchState } from "../../domain/launch-job";

/** Marks a job as being worked on and answers the state it is in now. */
export async function activateLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<LaunchState | null> {
  if (await ctx.launches.transition(input.jobId, "active")) return "active";
  const job = await ctx.launches.find(input.jobId);
  return job?.state ?? null;
}
