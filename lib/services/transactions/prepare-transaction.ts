import type { Hash } from "viem";
import type { Call, LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import { walletOf } from "./wallet-of";

/**
 * Simulates a call, reserves a nonce for it, signs and stores the transaction; answers its hash.
 * A second run for the same operation answers the first one's.
 * @param input.extraGas for work that the call may find when it is mined
 * @throws CallRevertedError when the contract would refuse: nothing was reserved then
 */
export async function prepareTransaction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { chain: LaunchChain; operationId: string; call: Call; extraGas?: bigint };
}): Promise<Hash> {
  const { chain, operationId, call, extraGas } = input;
  const [known] = await ctx.transactions.listOf(operationId);
  if (known !== undefined) return known.hash;
  // Simulated before the nonce is reserved: a refused call must not leave a gap.
  const [gas, fees] = await Promise.all([chain.estimateGas(call, extraGas), chain.estimateFees()]);
  // Accepted work is done whatever it costs by now; the budget counts it in full.
  await ctx.gasLedger.raise({
    chainId: chain.deployment.chainId,
    operationId,
    wei: gas * fees.maxFeePerGas,
  });
  const { hash } = await ctx.transactions.reserve(
    walletOf(chain),
    operationId,
    chain.transactionCount,
    (nonce) => chain.sign(call, nonce, gas, fees),
  );
  return hash;
}
