import type { Address } from "viem";
import {
  bucketStart,
  type CandleTrade,
  candleOfTrade,
  mergeCandles,
  STORED_INTERVALS,
} from "@/lib/features/market/rules/candles";
import type { CandlePart } from "../store/market-batch";

/** Projects the trades of a batch to candles of every stored interval. */
export class CandleProjection {
  readonly #candles = new Map<string, CandlePart>();

  add(token: Address, trade: CandleTrade): void {
    for (const seconds of STORED_INTERVALS) {
      const start = bucketStart(trade.time, seconds);
      const key = `${token}:${seconds}:${start}`;
      const earlier = this.#candles.get(key);
      const candle = candleOfTrade(trade, start);
      const merged = earlier === undefined ? candle : mergeCandles(earlier, candle);
      this.#candles.set(key, { ...merged, token, seconds });
    }
  }

  rows(): CandlePart[] {
    return [...this.#candles.values()];
  }
}
