import { type Hash, type PublicClient, parseAbi, parseEventLogs } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { TradeError } from "./trade-error";

const hookAbi = parseAbi([
  "event TokenSwap(bytes32 indexed poolId, address indexed sender, int128 ethToPool, int128 tokenToPool, uint128 feeEth, uint128 creatorEth, uint160 sqrtPriceX96, int24 tick, uint128 referralEth)",
]);

/**
 * A mined trade's output, from the hook's event: tokens of a buy, ETH after the fee of a sale.
 * @throws TradeError `no_swap` when the transaction contains no trade
 */
export async function readOutcome(
  reader: PublicClient,
  hash: Hash,
  side: TradeSide,
): Promise<bigint> {
  const { logs } = await reader.getTransactionReceipt({ hash });
  const [swap] = parseEventLogs({ abi: hookAbi, logs });
  if (swap === undefined) throw new TradeError("no_swap", hash);
  const { ethToPool, tokenToPool, feeEth } = swap.args;
  return side === "buy" ? -tokenToPool : -ethToPool - feeEth;
}
