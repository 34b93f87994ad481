import { type Address, ContractFunctionExecutionError, type PublicClient } from "viem";
import type { TradeContracts } from "@/lib/features/system/schema";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { type TradeFigures, tradeFigures } from "@/lib/features/trade/rules/figures";
import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import { hookFeeAbi, quoterAbi, stateViewAbi } from "@/lib/features/trade/rules/trade-abis";

export type TradeQuote = TradeFigures & {
  side: TradeSide;
  amountIn: bigint;
  /** Output after the fee, if nobody trades in between. */
  amountOut: bigint;
  feeBps: number;
  /** The pool's price before the trade (tokens per ETH), Q64.96. */
  sqrtPriceX96: bigint;
};

/**
 * A trade's current output, from Uniswap's quoter and the pool's own hook.
 * @throws a viem error; `explainTradeError` explains it
 */
export async function quoteTrade(
  reader: PublicClient,
  contracts: TradeContracts,
  order: { side: TradeSide; token: Address; amountIn: bigint },
): Promise<TradeQuote> {
  const { side, token, amountIn } = order;
  const { v4Quoter, stateView, launchHook } = contracts;
  const poolKey = poolKeyOf(token, launchHook);
  const [quoted, slot0, feeBps] = await Promise.all([
    reader.simulateContract({
      address: v4Quoter,
      abi: quoterAbi,
      functionName: "quoteExactInputSingle",
      args: [{ poolKey, zeroForOne: side === "buy", exactAmount: amountIn, hookData: "0x" }],
    }),
    reader.readContract({
      address: stateView,
      abi: stateViewAbi,
      functionName: "getSlot0",
      args: [poolIdOf(poolKey)],
    }),
    side === "buy" ? buyFeeOf(reader, launchHook, token) : feeOf(reader, launchHook),
  ]);
  const [amountOut] = quoted.result;
  const [sqrtPriceX96] = slot0;
  const figures = tradeFigures({
    side,
    amountIn,
    amountOut,
    sqrtPriceX96,
    feeBps: BigInt(feeBps),
  });
  return { ...figures, side, amountIn, amountOut, feeBps, sqrtPriceX96 };
}

/** The fee of a purchase now, which launch protection raises at first. */
async function buyFeeOf(
  reader: PublicClient,
  launchHook: Address,
  token: Address,
): Promise<number> {
  const call = { address: launchHook, abi: hookFeeAbi, functionName: "buyFeeBps" } as const;
  try {
    return Number(await reader.readContract({ ...call, args: [token] }));
  } catch (error) {
    // Hooks of earlier deployments have one fee.
    if (error instanceof ContractFunctionExecutionError) return feeOf(reader, launchHook);
    throw error;
  }
}

const fees = new Map<Address, Promise<number>>();

/** The hook's fee, which is immutable in its contract: read once. */
function feeOf(reader: PublicClient, launchHook: Address): Promise<number> {
  const known = fees.get(launchHook);
  if (known !== undefined) return known;
  const fee = reader.readContract({
    address: launchHook,
    abi: hookFeeAbi,
    functionName: "feeBps",
  });
  fee.catch(() => fees.delete(launchHook));
  fees.set(launchHook, fee);
  return fee;
}
