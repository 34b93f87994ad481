import type { Hash } from "viem";
import { CallRevertedError } from "../../chain/launch-chain";
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
  const call = chain.launchCall(toLaunch(job));
  try {
    return await prepareTransaction({ ctx, input: { chain, operationId: job.id, call } });
  } catch (error) {
    // The contract refuses an id for the second time: then the launch has been done.
    if (error instanceof CallRevertedError && (await chain.findToken(job.launchId))) return null;
    throw error;
  }
}
