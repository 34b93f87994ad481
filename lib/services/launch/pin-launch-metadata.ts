import type { ServiceContext } from "../../context";
import { shortestCid } from "../../domain/cid";
import { buildTokenMetadata } from "../../domain/token-metadata";
import { requireJob } from "./require-job";

/**
 * Stores the token's metadata under the CID that the job was accepted with: the same bytes that
 * `uploadMetadata` stores. An image that was not uploaded here waits for the moderation. From now on neither they nor the image make room for other uploads.
 */
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
  await ctx.content.approve(cid);
  // Known already when it was uploaded here.
  await ctx.content.request(job.token.imageIpfs);
  for (const used of [cid, shortestCid(job.token.imageIpfs)]) {
    await ctx.assets.markUsed({ kind: "content", key: used });
  }
  return cid;
}
