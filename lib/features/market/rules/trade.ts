/**
 * ETH side of a swap in wei, including the fee: the total that a buyer paid, or the proceeds of a
 * sale before the fee. Volumes are sums of it.
 * @param swap.ethToPoolWei positive towards the pool, without the fee
 */
export function tradeVolumeWei(swap: { ethToPoolWei: bigint; feeWei: bigint }): bigint {
  return swap.ethToPoolWei > 0n ? swap.ethToPoolWei + swap.feeWei : -swap.ethToPoolWei;
}

/** The bid wall's part of a swap's fee: the rest after the creator and the referrer. */
export function wallFeeWei(swap: {
  feeWei: bigint;
  creatorFeeWei: bigint;
  referralWei: bigint;
}): bigint {
  return swap.feeWei - swap.creatorFeeWei - swap.referralWei;
}

/**
 * Smallest sizes in ETH that trades can be filtered by. Powers of ten: the database has an index on
 * the number of digits of a volume, so that a page reads only the trades that it returns, unless it
 * is filtered by sender as well.
 */
export const TRADE_SIZES = ["0.001", "0.01", "0.1", "1", "10"] as const;
export type TradeSize = (typeof TRADE_SIZES)[number];

/** Maximum number of traders in one request. A user has fewer wallets: one per identity. */
export const TRADERS_MAX = 25;

const WEI_DIGITS = {
  "0.001": 16,
  "0.01": 17,
  "0.1": 18,
  "1": 19,
  "10": 20,
} as const satisfies Record<TradeSize, number>;
/** Digits of 2^128, above any amount of a router swap. */
const DIGITS_MAX = 39;

/** Query parameters that filter trades. */
export type TradeFilter = {
  /** Addresses, separated by commas. */
  trader?: string;
  minETH?: TradeSize;
};

/** Whether a trade passes a filter, as the Data API applies it. */
export function passesFilter(
  trade: { trader: string; amountETH: string },
  { trader, minETH }: TradeFilter,
): boolean {
  if (trader !== undefined && !trader.toLowerCase().includes(trade.trader.toLowerCase())) {
    return false;
  }
  return minETH === undefined || isAtLeast(trade.amountETH, minETH);
}

/** Compares plain decimals without rounding. */
function isAtLeast(amount: string, least: string): boolean {
  const [whole = "0", fraction = ""] = amount.split(".");
  const [leastWhole = "0", leastFraction = ""] = least.split(".");
  if (whole !== leastWhole) return BigInt(whole) > BigInt(leastWhole);
  return fraction >= leastFraction;
}

/** Numbers of digits that the volume of a trade of at least this size has, in wei. */
export function volumeDigits(size: TradeSize): number[] {
  const least = WEI_DIGITS[size];
  return Array.from({ length: DIGITS_MAX - least + 1 }, (_, more) => least + more);
}
