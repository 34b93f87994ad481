import { UsageError } from "./usage-error";

/**
 * Converts a plain decimal to its smallest unit: `("33.33333", 5)` is 3333333n.
 * @throws UsageError for any other text, and for more than `digits` decimals
 */
export function parseDecimalFlag(text: string, digits: number, flag: string): bigint {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > digits) {
    throw new UsageError(`--${flag}: ${text} is not a number with at most ${digits} decimals`);
  }
  return BigInt(whole + fraction.padEnd(digits, "0"));
}
