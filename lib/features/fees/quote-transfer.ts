import type { Address } from "viem";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { Transfer } from "@/lib/drivers/chain/launch-chain";

/** What a wallet's transfer may cost at most. `feeWei`: gas and what the chain adds. */
export type Quote = {
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  feeWei: bigint;
};

/** Twice what the market asks for: such a transaction cannot be raised later. */
const FEE_ROOM = 2n;

/**
 * What a transfer out of a managed wallet costs that wallet.
 * @throws CallRevertedError when the recipient would refuse it
 */
export async function quoteTransfer(
  chain: DryRun,
  wallet: Address,
  transfer: Transfer,
): Promise<Quote> {
  const [gas, fees, dataFeeWei] = await Promise.all([
    chain.estimateTransferGas(wallet, transfer),
    chain.estimateFees(),
    chain.estimateTransferDataFeeWei(),
  ]);
  const maxFeePerGas = fees.maxFeePerGas * FEE_ROOM;
  const { maxPriorityFeePerGas } = fees;
  return { gas, maxFeePerGas, maxPriorityFeePerGas, feeWei: gas * maxFeePerGas + dataFeeWei };
}
