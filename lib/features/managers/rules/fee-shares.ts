import type { ManagerKind } from "./manager-kind";

/** Total shares of a split, in micro-percent. */
const SHARES_TOTAL = 10_000_000n;
const BPS = 10_000n;

/** Splits an amount like the contracts: one part rounded down, the other by subtraction. */
export function splitByBps(amountWei: bigint, partBps: number): { part: bigint; rest: bigint } {
  const part = (amountWei * BigInt(partBps)) / BPS;
  return { part, rest: amountWei - part };
}

/**
 * Divides a token's income in a manager into the payee's part and the rest, which goes to the
 * protocol recipient or to the split's recipients. A revenue manager rounds the fee down, a split
 * the payee's part.
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

/** Lifetime income of an address from the pools in which it has a share, rounded down once. */
export function shareOfPools(pools: readonly { recordedWei: bigint; share: number }[]): bigint {
  const scaled = pools.reduce((sum, pool) => sum + pool.recordedWei * BigInt(pool.share), 0n);
  return scaled / SHARES_TOTAL;
}

/** A share of all fees in percent: the exact product of its fractions, as a JSON number. */
export function percentOf(parts: readonly { of: number; total: number }[]): number {
  const numerator = parts.reduce((product, { of }) => product * BigInt(of), 100n * DIGITS);
  const denominator = parts.reduce((product, { total }) => product * BigInt(total), 1n);
  return Number(numerator / denominator) / Number(DIGITS);
}
const DIGITS = 10n ** 13n;
