const DIGITS = 18;

/**
 * `value * numerator / denominator` of non-negative plain decimals, truncated to 18 decimals;
 * `value` itself when the denominator is zero.
 */
export function scaleDecimal(value: string, numerator: string, denominator: string): string {
  const divisor = toUnits(denominator);
  if (divisor === 0n) return value;
  return toText((toUnits(value) * toUnits(numerator)) / divisor);
}

/** Combines non-negative plain decimals with at most 18 decimals, in units of 1e-18. */
export function combineDecimals(
  a: string,
  b: string,
  combine: (a: bigint, b: bigint) => bigint,
): string {
  return toText(combine(toUnits(a), toUnits(b)));
}

function toText(units: bigint): string {
  const text = units.toString().padStart(DIGITS + 1, "0");
  const fraction = text.slice(-DIGITS).replace(/0+$/, "");
  return text.slice(0, -DIGITS) + (fraction === "" ? "" : `.${fraction}`);
}

/** A non-negative plain decimal in units of 1e-18, truncated. */
export function toUnits(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
}
