/**
 * A scaled integer as a plain decimal: no exponent, no trailing zeros, no "-0".
 * @param scaled the value times 10^fractionDigits
 */
export function formatScaled(scaled: bigint, fractionDigits: number): string {
  const sign = scaled < 0n ? "-" : "";
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(fractionDigits + 1, "0");
  const whole = digits.slice(0, digits.length - fractionDigits);
  const fraction = digits.slice(digits.length - fractionDigits).replace(/0+$/, "");
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Wei (or smallest token units) as whole units with at most 18 fraction digits. */
export function formatWei(wei: bigint): string {
  return formatScaled(wei, 18);
}

/** Wei in whole units as the nearest JavaScript number, for protocols that require numbers. */
export function weiToNumber(wei: bigint): number {
  return Number(formatWei(wei));
}
