/** Percentage changes below this are shown as zero: two decimals are shown. */
export const CHANGE_MIN = 0.01;

/**
 * The shown digits of a percent change, truncated: two decimals below a hundred, so that a column of
 * changes aligns, and none from there on.
 * @param value plain decimal string (`-?digits[.digits]`)
 * @returns null when it is not a plain decimal
 */
export function changeDigits(value: string): { whole: string; fraction: string } | null {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(value);
  if (match === null) return null;
  const [, digits = "0", decimals = ""] = match;
  const whole = digits.replace(/^0+(?=\d)/, "");
  return { whole, fraction: whole.length > 2 ? "" : decimals.slice(0, 2).padEnd(2, "0") };
}
