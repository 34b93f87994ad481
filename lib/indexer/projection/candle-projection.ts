import type { Address } from "viem";
import {
  bucketStart,
  type CandleTrade,
  candleOfTrade,
  mergeIntoCandle,
  STORED_INTERVALS,
} from "@/lib/features/market/rules/candles";
import type { CandlePart } from "../store/market-batch";

/** Projects the trades of a batch to candles of every stored interval. */
export class CandleProjection {
  /** By token, then for each of `STORED_INTERVALS` by start. */
  readonly #candles = new Map<Address, Map<number, CandlePart>[]>();

  add(token: Address, trade: CandleTrade): void {
    let intervals = this.#candles.get(token);
    if (intervals === undefined) {
      intervals = STORED_INTERVALS.map(() => new Map<number, CandlePart>());
      this.#candles.set(token, intervals);
    }
    const part = candleOfTrade(trade, trade.time);
    for (const [i, seconds] of STORED_INTERVALS.entries()) {
      const start = bucketStart(trade.time, seconds);
      const candle = intervals[i]?.get(start);
      if (candle === undefined) intervals[i]?.set(start, { ...part, start, token, seconds });
      else mergeIntoCandle(candle, part);
    }
  }

  rows(): CandlePart[] {
    return [...this.#candles.values()].flatMap((intervals) =>
      intervals.flatMap((candles) => [...candles.values()]),
    );
  }
}
