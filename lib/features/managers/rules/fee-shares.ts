/** Total shares of a split, in micro-percent. */
export const SHARES_TOTAL = 10_000_000n;

/** A share of all fees in percent: the exact product of its fractions, as a JSON number. */
export function percentOf(parts: readonly { of: number; total: number }[]): number {
  const numerator = parts.reduce((product, { of }) => product * BigInt(of), 100n * DIGITS);
  const denominator = parts.reduce((product, { total }) => product * BigInt(total), 1n);
  return Number(numerator / denominator) / Number(DIGITS);
}
const DIGITS = 10n ** 13n;
