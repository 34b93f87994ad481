import { type Address, isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import { tokenSwapAbi } from "@/lib/features/trade/rules/trade-abis";
import { TradeError } from "./trade-error";

/**
 * A mined trade's output, from the event of its pool's hook: tokens of a buy, ETH after the fee of a
 * sale. The transaction may hold trades of others, as one of a relayer or an account contract does.
 * @throws TradeError `no_swap` when the transaction does not contain this trade
 */
export function readOutcome(
  { transactionHash, logs }: TransactionReceipt,
  trade: { token: Address; hook: Address; side: TradeSide; amountIn: bigint },
): bigint {
  const { token, hook, side, amountIn } = trade;
  const poolId = poolIdOf(poolKeyOf(token, hook));
  const outputs = parseEventLogs({ abi: tokenSwapAbi, logs, args: { poolId } })
    .filter(({ address }) => isAddressEqual(address, hook))
    .flatMap(({ args: { ethToPool, tokenToPool, feeEth } }) => {
      // The specified amount is always filled to the last wei.
      const [paid, received] =
        side === "buy" ? [ethToPool + feeEth, -tokenToPool] : [tokenToPool, -ethToPool - feeEth];
      return paid === amountIn && received > 0n ? [received] : [];
    });
  const [amountOut] = outputs;
  if (amountOut === undefined) throw new TradeError("no_swap", transactionHash);
  return amountOut;
}
