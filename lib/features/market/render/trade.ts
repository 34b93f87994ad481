import { formatPrice } from "@/lib/features/market/rules/market-cap";
import { formatWei } from "@/lib/shared/text/decimal";
import { tradeVolumeWei } from "../rules/trade";
import type { Trade } from "../schema/market";
import type { TradePosition, TradeRow } from "../store/market";

/** A trade in the wire format of lists and the stream. */
export function renderTrade(trade: TradeRow): Trade {
  const { tokenToPoolWei } = trade;
  return {
    id: tradeId(trade),
    type: trade.ethToPoolWei > 0n ? "buy" : "sell",
    trader: trade.trader,
    amountETH: formatWei(tradeVolumeWei(trade)),
    amountToken: formatWei(tokenToPoolWei < 0n ? -tokenToPoolWei : tokenToPoolWei),
    feeETH: formatWei(trade.feeWei),
    priceETH: formatPrice(trade.sqrtPriceX96),
    marketCapETH: formatWei(trade.marketCapWei),
    timestamp: trade.time,
    transactionHash: trade.txHash,
  };
}

/** Unique per chain and in the order of trades; also the cursor for older trades. */
export function tradeId({ block, logIndex }: TradePosition): string {
  return `${block}-${logIndex}`;
}

/** The position of a `tradeId`. */
export function toPosition(cursor: string): TradePosition {
  const [block, logIndex] = cursor.split("-").map(Number);
  return { block: block ?? 0, logIndex: logIndex ?? 0 };
}
