import type { Address } from "viem";
import type { PayableCall } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import type { PreparedCost } from "@/lib/schemas/prepared-calls";

/**
 * The maximum cost of calls that another wallet sends.
 * @param input.gas gas limit of all calls
 * @throws when the node does not respond
 */
export async function priceCalls(
  chain: Pick<DryRun, "estimateFees" | "estimateDataFeeWei"> & Pick<AccountReader, "balanceOf">,
  { from, calls, gas }: { from: Address; calls: readonly PayableCall[]; gas: bigint },
): Promise<PreparedCost> {
  const [{ maxFeePerGas }, dataFeeWei, balanceWei] = await Promise.all([
    chain.estimateFees(),
    chain.estimateDataFeeWei(calls),
    chain.balanceOf(from),
  ]);
  const feeWei = gas * maxFeePerGas + dataFeeWei;
  const valueWei = calls.reduce((sum, call) => sum + call.valueWei, 0n);
  return {
    gas: gas.toString(),
    maxFeePerGasWei: maxFeePerGas.toString(),
    feeWei: feeWei.toString(),
    valueWei: valueWei.toString(),
    totalWei: (feeWei + valueWei).toString(),
    balanceWei: balanceWei.toString(),
  };
}
