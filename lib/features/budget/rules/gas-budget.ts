import type { ChainSlug } from "@/lib/shared/chains";

/** Wei that the server wallet may spend on gas on one chain per hour and per day. */
export type GasBudget = { hourWei: bigint; dayWei: bigint };

/** Gas budget of one chain: what was reserved or spent in the last hour and day, and the limits. */
export type ChainBudget = { chain: ChainSlug; spent: GasBudget; limit: GasBudget };

/** Wei reserved or spent in one minute; `minute` counts from the Unix epoch. */
export type MinuteSpending = { minute: number; wei: bigint };

const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * The part of a budget that is free for everybody. The rest is for launches, which need a proof of
 * work once this part is used.
 */
export const OPEN_PART = { of: 5n, is: 4n } as const;

/** Default budgets as divisors of the wallet's balance. */
const DEFAULT_HOUR_PART = 10n;
const DEFAULT_DAY_PART = 3n;

/**
 * The configured budget. Default: a tenth of the wallet's balance per hour and a third per day. The
 * balance includes what was spent in the last day, so spending does not shrink the budget.
 */
export function gasBudget(
  configured: { hourWei: bigint | undefined; dayWei: bigint | undefined },
  wallet: { balanceWei: bigint; spentDayWei: bigint },
): GasBudget {
  const wholeWei = wallet.balanceWei + wallet.spentDayWei;
  return {
    hourWei: configured.hourWei ?? wholeWei / DEFAULT_HOUR_PART,
    dayWei: configured.dayWei ?? wholeWei / DEFAULT_DAY_PART,
  };
}

/** The part of a budget that needs no proof of work. */
export function openPartOf({ hourWei, dayWei }: GasBudget): GasBudget {
  return {
    hourWei: (hourWei * OPEN_PART.is) / OPEN_PART.of,
    dayWei: (dayWei * OPEN_PART.is) / OPEN_PART.of,
  };
}

/** Totals of the hour and the day that end at `nowMinute`. */
export function spentWei(minutes: readonly MinuteSpending[], nowMinute: number): GasBudget {
  return {
    hourWei: sumOf(within(minutes, nowMinute, HOUR_MINUTES)),
    dayWei: sumOf(within(minutes, nowMinute, DAY_MINUTES)),
  };
}

/**
 * Seconds until `wei` fits into both windows if nothing else is spent; 0 if it fits now. Returns
 * the window's length for an amount above the whole budget, which never fits.
 * @param minutes of the last day, ordered by `minute`
 */
export function secondsUntilAffordable(
  minutes: readonly MinuteSpending[],
  wei: bigint,
  budget: GasBudget,
  nowSeconds: number,
): number {
  const nowMinute = Math.floor(nowSeconds / 60);
  const waits = [
    { length: HOUR_MINUTES, limitWei: budget.hourWei },
    { length: DAY_MINUTES, limitWei: budget.dayWei },
  ].map(({ length, limitWei }) => {
    const counted = within(minutes, nowMinute, length);
    let excessWei = sumOf(counted) + wei - limitWei;
    for (const { minute, wei: leavingWei } of counted) {
      if (excessWei <= 0n) return 0;
      excessWei -= leavingWei;
      if (excessWei <= 0n) return Math.ceil((minute + length) * 60 - nowSeconds);
    }
    return excessWei <= 0n ? 0 : length * 60;
  });
  return Math.max(...waits);
}

function within(minutes: readonly MinuteSpending[], nowMinute: number, length: number) {
  return minutes.filter(({ minute }) => minute > nowMinute - length);
}

function sumOf(minutes: readonly MinuteSpending[]): bigint {
  return minutes.reduce((sum, { wei }) => sum + wei, 0n);
}
