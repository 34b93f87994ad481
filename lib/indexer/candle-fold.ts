import type { Address } from "viem";
import type { CandlePart } from "../db/market/market-batch";
import { addTrade, bucketStart, type CandleTrade, STORED_INTERVALS } from "../domain/candles";

/** Collects the trades of a batch in buckets of every stored interval. */
export class CandleFold {
  readonly #candles = new Map<string, CandlePart>();

  add(token: Address, trade: CandleTrade): void {
    for (const seconds of STORED_INTERVALS) {
      const start = bucketStart(trade.time, seconds);
      const key = `${token}:${seconds}:${start}`;
      const candle = addTrade(this.#candles.get(key), trade, start);
      this.#candles.set(key, { ...candle, token, seconds });
    }
  }

  rows(): CandlePart[] {
    return [...this.#candles.values()];
  }
}
