import { larger, smaller } from "@/lib/shared/bigint-min-max";

/** Stored bucket lengths in seconds; other intervals are rolled up from them. */
export const STORED_INTERVALS = [1, 60, 3_600, 86_400] as const;
export type StoredInterval = (typeof STORED_INTERVALS)[number];

/**
 * The intervals of the candles endpoint: their length, and the stored interval that they are rolled
 * up from.
 */
export const INTERVALS = {
  "1s": { seconds: 1, from: 1 },
  "1m": { seconds: 60, from: 60 },
  "5m": { seconds: 300, from: 60 },
  "15m": { seconds: 900, from: 60 },
  "30m": { seconds: 1_800, from: 60 },
  "1h": { seconds: 3_600, from: 3_600 },
  "4h": { seconds: 14_400, from: 3_600 },
  "1d": { seconds: 86_400, from: 86_400 },
} as const satisfies Record<string, { seconds: number; from: StoredInterval }>;

export type CandleInterval = keyof typeof INTERVALS;
export const CANDLE_INTERVALS = [
  "1s",
  "1m",
  "5m",
  "15m",
  "30m",
  "1h",
  "4h",
  "1d",
] as const satisfies CandleInterval[];

/** Start of the bucket that contains a time; both in Unix seconds, buckets aligned to the epoch. */
export function bucketStart(time: number, seconds: number): number {
  return Math.floor(time / seconds) * seconds;
}

/** A bucket with trades. Market caps in wei; `sqrtPriceX96` is the price after its last trade. */
export type CandleRow = {
  start: number;
  openWei: bigint;
  highWei: bigint;
  lowWei: bigint;
  closeWei: bigint;
  volumeWei: bigint;
  sqrtPriceX96: bigint;
  /** Block of the first trade. */
  firstBlock: number;
};

/** The fields of a trade that candles need: market caps right before and after it. */
export type CandleTrade = {
  time: number;
  block: number;
  beforeWei: bigint;
  afterWei: bigint;
  volumeWei: bigint;
  sqrtPriceX96: bigint;
};

/**
 * How the parts of a bucket, in time order, are merged per column. The only definition of candles:
 * used for new trades and roll-ups, in TypeScript, SQL and charts.
 */
export const CANDLE_RULE = {
  openWei: "first",
  highWei: "max",
  lowWei: "min",
  closeWei: "last",
  volumeWei: "sum",
  sqrtPriceX96: "last",
  firstBlock: "min",
} as const satisfies Record<Exclude<keyof CandleRow, "start">, CandleReducer>;
export type CandleReducer = "first" | "last" | "max" | "min" | "sum";

const MERGES: Record<CandleReducer, (earlier: bigint, later: bigint) => bigint> = {
  first: (earlier) => earlier,
  last: (_, later) => later,
  max: larger,
  min: smaller,
  sum: (earlier, later) => earlier + later,
};

type AmountColumn = Exclude<keyof typeof CANDLE_RULE, "firstBlock">;

/** Columns of amounts and their merges, for `mergeIntoCandle`. */
const AMOUNT_MERGES = [
  ["openWei", MERGES[CANDLE_RULE.openWei]],
  ["highWei", MERGES[CANDLE_RULE.highWei]],
  ["lowWei", MERGES[CANDLE_RULE.lowWei]],
  ["closeWei", MERGES[CANDLE_RULE.closeWei]],
  ["volumeWei", MERGES[CANDLE_RULE.volumeWei]],
  ["sqrtPriceX96", MERGES[CANDLE_RULE.sqrtPriceX96]],
] as const satisfies [AmountColumn, unknown][];

/** Merges a column of an earlier and a later part of a bucket. */
export function mergeColumn(column: AmountColumn, earlier: bigint, later: bigint): bigint {
  return MERGES[CANDLE_RULE[column]](earlier, later);
}

/** The candle of a bucket that holds one trade. */
export function candleOfTrade(trade: CandleTrade, start: number): CandleRow {
  const { beforeWei, afterWei, volumeWei, sqrtPriceX96 } = trade;
  return {
    start,
    openWei: beforeWei,
    highWei: larger(beforeWei, afterWei),
    lowWei: smaller(beforeWei, afterWei),
    closeWei: afterWei,
    volumeWei,
    sqrtPriceX96,
    firstBlock: trade.block,
  };
}

/** Merges a later part of a bucket into a candle, which starts with the earlier one. */
export function mergeIntoCandle(candle: CandleRow, later: CandleRow): void {
  for (const [column, merge] of AMOUNT_MERGES)
    candle[column] = merge(candle[column], later[column]);
  candle.firstBlock = Math[CANDLE_RULE.firstBlock](candle.firstBlock, later.firstBlock);
}

/** Candles in time order, with empty buckets of [`first`, `end`) filled in. */
export function fillCandles(
  candles: readonly CandleRow[],
  options: {
    before: Pick<CandleRow, "closeWei" | "sqrtPriceX96" | "firstBlock">;
    first: number;
    end: number;
    seconds: number;
  },
): CandleRow[] {
  const filled: CandleRow[] = [];
  let { closeWei, sqrtPriceX96 } = options.before;
  let next = 0;
  for (let start = options.first; start < options.end; start += options.seconds) {
    const candle = candles[next];
    if (candle?.start === start) {
      next += 1;
      ({ closeWei, sqrtPriceX96 } = candle);
      filled.push(candle);
    } else {
      filled.push({
        start,
        openWei: closeWei,
        highWei: closeWei,
        lowWei: closeWei,
        closeWei,
        volumeWei: 0n,
        sqrtPriceX96,
        firstBlock: options.before.firstBlock,
      });
    }
  }
  return filled;
}
