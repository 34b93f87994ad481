/** Limits of a user's trades with managed wallets, in wei of ETH. */
export type TradeLimits = {
  /** Per trade. */
  tradeWei: bigint;
  /** In any 24 hours. */
  dayWei: bigint;
  /** In any 24 hours without a recent sign-in. */
  withoutSignInWei: bigint;
};

/** A user's trades in the last 24 hours. `withoutSignInWei`: the part without a recent sign-in. */
export type Traded = { allWei: bigint; withoutSignInWei: bigint };

export type LimitBreach = "trade" | "day" | "sign_in";

/** The period of the daily limits. */
export const TRADED_MS = 24 * 60 * 60 * 1_000;

/** The limit that a trade would exceed, or null. A sign-in does not help against the first two. */
export function findBreach(
  trade: { valueWei: bigint; isRecent: boolean },
  traded: Traded,
  limits: TradeLimits,
): LimitBreach | null {
  const { valueWei, isRecent } = trade;
  if (valueWei > limits.tradeWei) return "trade";
  if (traded.allWei + valueWei > limits.dayWei) return "day";
  const withoutSignInWei = traded.withoutSignInWei + valueWei;
  return !isRecent && withoutSignInWei > limits.withoutSignInWei ? "sign_in" : null;
}

/** The rest of the daily limit. */
export function leftToday({ allWei }: Traded, { dayWei }: TradeLimits): bigint {
  return allWei < dayWei ? dayWei - allWei : 0n;
}
