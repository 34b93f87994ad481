import type { Address } from "viem";
import type { Call, LaunchChain } from "../../chain/launch-chain";

/** What a wallet's transaction may cost at the most. `feeWei`: gas and what the chain adds. */
export type Quote = {
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  feeWei: bigint;
};

/** Twice what the market asks for: such a transaction cannot be raised later. */
const FEE_ROOM = 2n;

/**
 * What a transaction of a managed wallet needs.
 * @throws CallRevertedError when it would be refused
 */
export async function quoteAction(chain: LaunchChain, wallet: Address, call: Call): Promise<Quote> {
  const [gas, fees, dataFeeWei] = await Promise.all([
    chain.estimateGasOf(wallet, call),
    chain.estimateFees(),
    chain.estimateDataFeeWei(call),
  ]);
  const maxFeePerGas = fees.maxFeePerGas * FEE_ROOM;
  const { maxPriorityFeePerGas } = fees;
  return { gas, maxFeePerGas, maxPriorityFeePerGas, feeWei: gas * maxFeePerGas + dataFeeWei };
}
