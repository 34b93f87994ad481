import type { Hash } from "viem";
import type { ServiceContext } from "../../context";
import { CHAINS } from "../../domain/chains";
import { requireJob } from "./require-job";
import { toLaunchCall } from "./to-launch-call";

/**
 * Simulates the launch, reserves a nonce, signs and stores the transaction; answers its hash. A
 * second run answers the first one's transaction. Null when the chain has the token already.
 * @throws LaunchRevertedError when the contract would refuse: nothing was reserved then
 */
export async function signLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<Hash | null> {
  const { job, chain } = await requireJob(ctx, input.jobId);
  const known = await ctx.launches.findTransaction(job.id);
  if (known !== null) return known.hash;
  if ((await chain.findToken(job.launchId)) !== null) return null;

  const call = toLaunchCall(job);
  // Simulated before the nonce is reserved: a refused launch must not leave a gap.
  const [gas, fees, firstFree] = await Promise.all([
    chain.simulate(call),
    chain.estimateFees(),
    chain.transactionCount(),
  ]);
  const { hash } = await ctx.launches.reserveTransaction(
    { id: job.id, chainId: CHAINS[job.chain].chainId, wallet: chain.serverWallet },
    firstFree,
    (nonce) => chain.sign(call, nonce, gas, fees),
  );
  return hash;
}
