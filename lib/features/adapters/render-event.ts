import { ethOfTokens } from "@/lib/features/market/rules/market-cap";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import { FRACTION_DIGITS } from "./rules/limits";
import type { PoolChange } from "./rules/pool-changes";
import type { AdapterEvent } from "./schema/events";

const SCALE = 10n ** BigInt(FRACTION_DIGITS);

/** ETH per token, rounded down to the digits that sites read. */
export function renderPrice(sqrtPriceX96: bigint): string {
  return formatScaled(ethOfTokens(sqrtPriceX96, SCALE), FRACTION_DIGITS);
}

/** A change of a pool as an event; asset 0 is the token, asset 1 is ETH. */
export function renderEvent(change: PoolChange): AdapterEvent {
  const [eth, tokens] = [formatWei(change.ethWei), formatWei(change.tokenWei)];
  const event = {
    block: { blockNumber: change.block, blockTimestamp: change.time },
    txnId: change.txHash,
    txnIndex: change.txIndex,
    eventIndex: change.eventIndex,
    maker: change.maker,
    pairId: change.poolId,
    reserves: {
      asset0: formatWei(change.reserves.tokenWei),
      asset1: formatWei(change.reserves.ethWei),
    },
  };
  if (!("feeWei" in change)) {
    return { ...event, eventType: change.kind, amount0: tokens, amount1: eth };
  }
  const fee = formatWei(change.feeWei);
  const swap = {
    ...event,
    eventType: "swap",
    priceNative: renderPrice(change.sqrtPriceX96),
  } as const;
  return change.kind === "buy"
    ? { ...swap, asset1In: eth, asset0Out: tokens, metadata: { fees1In: fee } }
    : { ...swap, asset0In: tokens, asset1Out: eth, metadata: { fees1Out: fee } };
}
