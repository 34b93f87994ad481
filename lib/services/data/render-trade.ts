import type { TradeRow } from "../../db/market/market";
import { formatPrice, formatWei } from "../../domain/decimal";
import { tradeVolumeWei } from "../../domain/trade";
import type { Trade } from "../../schemas/data-market";

/** A trade as lists and the stream show it. */
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

/** Orders all trades of a chain; also the cursor that continues after one. */
export function tradeId({ block, logIndex }: Pick<TradeRow, "block" | "logIndex">): string {
  return `${block}-${logIndex}`;
}
