import { parseEventLogs, type TransactionReceipt } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { tokenSwapAbi } from "@/lib/features/trade/rules/trade-abis";
import { TradeError } from "./trade-error";

/**
 * A mined trade's output, from the hook's event: tokens of a buy, ETH after the fee of a sale.
 * @throws TradeError `no_swap` when the transaction contains no trade
 */
export function readOutcome(
  { transactionHash, logs }: TransactionReceipt,
  side: TradeSide,
): bigint {
  const [swap] = parseEventLogs({ abi: tokenSwapAbi, logs });
  if (swap === undefined) throw new TradeError("no_swap", transactionHash);
  const { ethToPool, tokenToPool, feeEth } = swap.args;
  return side === "buy" ? -tokenToPool : -ethToPool - feeEth;
}
