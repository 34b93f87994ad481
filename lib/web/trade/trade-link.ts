import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { readQuickBuy } from "./buy-presets";

const SIDE_PARAMETER = "trade";

type Query = { get(name: string): string | null };

/** The side that a link to a token page opens; null for a link that opens none. */
export function readTradeSide(query: Query): TradeSide | null {
  const side = query.get(SIDE_PARAMETER);
  if (side === null) return null;
  return side === "sell" ? "sell" : "buy";
}

/** Whether a link to a token page opens the trade panel. */
export function isTradeLink(query: Query): boolean {
  return readTradeSide(query) !== null || readQuickBuy(query) !== null;
}
