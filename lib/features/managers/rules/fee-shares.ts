import type { ManagerKind } from "./manager-kind";

/** All of a split's shares, in micro-percent. */
const SHARES_TOTAL = 10_000_000n;
const BPS = 10_000n;

/** Splits an amount: one part rounded down, the other by subtraction, as the contracts do. */
export function splitByBps(amountWei: bigint, partBps: number): { part: bigint; rest: bigint } {
  const part = (amountWei * BigInt(partBps)) / BPS;
  return { part, rest: amountWei - part };
}

/**
 * Income of a manager's token divided into its payee's part and the rest, which is the protocol's
 * or shared by the recipients. In a revenue manager the fee is rounded down, in a split the payee.
 */
export function divideIncome(
  manager: { kind: ManagerKind; bps: number },
  amountWei: bigint,
): { payeeWei: bigint; restWei: bigint } {
  const { part, rest } = splitByBps(amountWei, manager.bps);
  return manager.kind === "revenue"
    ? { payeeWei: rest, restWei: part }
    : { payeeWei: part, restWei: rest };
}

/** What an account ever had of the pools in which it has a share, rounded down once. */
export function shareOfPools(pools: readonly { recordedWei: bigint; share: number }[]): bigint {
  const scaled = pools.reduce((sum, pool) => sum + pool.recordedWei * BigInt(pool.share), 0n);
  return scaled / SHARES_TOTAL;
}

/** A part of all fees in percent: the exact product of its fractions, as a JSON number. */
export function percentOf(parts: readonly { of: number; total: number }[]): number {
  const numerator = parts.reduce((product, { of }) => product * BigInt(of), 100n * DIGITS);
  const denominator = parts.reduce((product, { total }) => product * BigInt(total), 1n);
  return Number(numerator / denominator) / Number(DIGITS);
}
const DIGITS = 10n ** 13n;
