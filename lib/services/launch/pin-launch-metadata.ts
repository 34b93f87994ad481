import type { ServiceContext } from "../../context";
import { buildTokenMetadata } from "../../domain/token-metadata";
import { requireJob } from "./require-job";

/** Stores the token's metadata under the CID that the job was accepted with. */
export async function pinLaunchMetadata({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<string> {
  const { job } = await requireJob(ctx, input.jobId);
  const cid = await ctx.ipfs.add(buildTokenMetadata(job.token));
  if (`ipfs://${cid}` !== job.tokenUri) {
    throw new Error(`Job ${job.id} was accepted with ${job.tokenUri} but its metadata is ${cid}`);
  }
  return cid;
}
