import type { Address } from "viem";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { Fees, Transfer } from "@/lib/drivers/chain/launch-chain";

/** Maximum cost of a transaction of a managed wallet. `feeWei`: gas and, on a rollup, the L1 fee. */
export type GasQuote = {
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  feeWei: bigint;
};

/** Twice the market fee: such a transaction cannot be replaced with a higher fee later. */
const FEE_MULTIPLE = 2n;

/**
 * Quotes the cost of a transfer out of a managed wallet, paid by that wallet.
 * @throws CallRevertedError if the recipient rejects it
 */
export async function quoteTransfer(
  chain: DryRun,
  wallet: Address,
  transfer: Transfer,
): Promise<GasQuote> {
  const [gas, fees, dataFeeWei] = await Promise.all([
    chain.estimateTransferGas(wallet, transfer),
    chain.estimateFees(),
    chain.estimateTransferDataFeeWei(),
  ]);
  return quoteGas(gas, fees, dataFeeWei);
}

/**
 * The maximum cost of a transaction of a managed wallet.
 * @param gas gas limit
 * @param fees market fees, in wei per gas
 * @param dataFeeWei L1 fee of a rollup; 0 on other chains
 */
export function quoteGas(gas: bigint, fees: Fees, dataFeeWei: bigint): GasQuote {
  const maxFeePerGas = fees.maxFeePerGas * FEE_MULTIPLE;
  const { maxPriorityFeePerGas } = fees;
  return { gas, maxFeePerGas, maxPriorityFeePerGas, feeWei: gas * maxFeePerGas + dataFeeWei };
}
