import { UsageError } from "./usage-error";

/**
 * A plain decimal as a whole number of its smallest unit: `("33.33333", 5)` is 3333333n.
 * @throws UsageError for anything else, and for more digits than the unit has
 */
export function scaleDecimal(text: string, digits: number, flag: string): bigint {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > digits) {
    throw new UsageError(`--${flag}: ${text} is not a number with at most ${digits} decimals`);
  }
  return BigInt(whole + fraction.padEnd(digits, "0"));
}
