import type { Address } from "viem";
import type { Fees, Transfer } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import { DATA_FEE_MULTIPLE } from "@/lib/features/budget/rules/gas-limit";
import { larger, smaller } from "@/lib/shared/bigint-min-max";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";

/** Maximum cost of a transaction of a managed wallet. `feeWei`: gas and, on a rollup, the L1 fee. */
export type GasQuote = {
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  feeWei: bigint;
};

/** The largest fee that the user has confirmed, and its field of the request. */
export type ConfirmedFee = { field: "feeAtMost" | "networkFeeWei"; feeWei: bigint };

/** The fee that a request confirms; null if the request has none; pages of earlier releases send none. */
export function confirmedFee(
  field: ConfirmedFee["field"],
  feeWei: bigint | undefined,
): ConfirmedFee | null {
  return feeWei === undefined ? null : { field, feeWei };
}

/** Twice the market fee: such a transaction cannot be replaced with a higher fee later. */
const FEE_MULTIPLE = 2n;

/**
 * Quotes the cost of a transfer out of a managed wallet, paid by that wallet.
 * @param confirmed see `quoteGas`
 * @throws CallRevertedError if the recipient rejects it, AppError invalid_body
 */
export async function quoteTransfer(
  chain: DryRun,
  wallet: Address,
  transfer: Transfer,
  confirmed: ConfirmedFee | null,
): Promise<GasQuote> {
  const [gas, fees, dataFeeWei] = await Promise.all([
    chain.estimateTransferGas(wallet, transfer),
    chain.estimateFees(),
    chain.estimateTransferDataFeeWei(),
  ]);
  return quoteGas({ gas, fees, dataFeeWei, confirmed });
}

/**
 * The maximum cost of a transaction of a managed wallet. A confirmed fee is accepted as long as it covers the
 * market fees without margins: they change between the preview and the confirmation.
 * @param cost.gas gas limit
 * @param cost.fees market fees, in wei per gas
 * @param cost.dataFeeWei L1 fee of a rollup with the margin of `estimateDataFeeWei`; 0 on other chains
 * @param cost.confirmed the fee that the user has seen; the quote never exceeds it. Null for a preview
 * @throws AppError invalid_body if the market fees have risen above the confirmed one
 */
export function quoteGas(cost: {
  gas: bigint;
  fees: Fees;
  dataFeeWei: bigint;
  confirmed: ConfirmedFee | null;
}): GasQuote {
  const { gas, fees, dataFeeWei, confirmed } = cost;
  const { maxPriorityFeePerGas } = fees;
  const most = fees.maxFeePerGas * FEE_MULTIPLE;
  const mostWei = gas * most + dataFeeWei;
  if (confirmed === null) {
    return { gas, maxFeePerGas: most, maxPriorityFeePerGas, feeWei: mostWei };
  }
  const expectedWei = gas * fees.maxFeePerGas + dataFeeWei / DATA_FEE_MULTIPLE;
  if (expectedWei > confirmed.feeWei) {
    const feeNow = formatWei(mostWei);
    const message = `the gas fee has risen and is now at most ${feeNow} ETH. Check and confirm again`;
    throw new AppError("invalid_body", `${confirmed.field}: ${message}`, {
      details: [{ path: confirmed.field, message }],
    });
  }
  const affordable = larger((confirmed.feeWei - dataFeeWei) / gas, fees.maxFeePerGas);
  const maxFeePerGas = smaller(most, affordable);
  const feeWei = smaller(gas * maxFeePerGas + dataFeeWei, confirmed.feeWei);
  return { gas, maxFeePerGas, maxPriorityFeePerGas, feeWei };
}
