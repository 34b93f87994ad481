import { explainNumber, type NumberRules, readNumber } from "@/lib/shared/text/number-text";
import { decimalMark, formatExact } from "./format-decimal";

const PERCENT_MAX = 100;

/**
 * Parses a percentage as an integer in units of its last decimal: `12.5` with 2 decimals is 1250
 * (basis points), `33.33333` with 5 is 3333333 (micro-percent).
 * @returns null for anything but a number from 0 to 100 with at most `decimals` decimals
 */
export function parsePercent(text: string, decimals: number): number | null {
  const { value } = readNumber(text, rulesOf(decimals));
  if (value === null) return null;
  const [whole = "", fraction = ""] = value.split(".");
  const units = Number(whole + fraction.padEnd(decimals, "0"));
  return units > PERCENT_MAX * 10 ** decimals ? null : units;
}

/** Why `parsePercent` rejects a text, as a phrase that follows a label; null for a valid one. */
export function explainPercent(text: string, decimals: number): string | null {
  const unread = explainNumber(text, rulesOf(decimals), decimals === 0 ? "10" : "12.5");
  if (unread !== null) return unread;
  return parsePercent(text, decimals) === null ? "must be between 0% and 100%" : null;
}

/** The normalised percentage for a field; null while it is invalid. */
export function tidyPercent(text: string, decimals: number): string | null {
  const units = parsePercent(text, decimals);
  return units === null ? null : formatPercent(units, decimals);
}

function rulesOf(decimals: number): NumberRules {
  return { decimals, max: PERCENT_MAX, units: ["%"], mark: decimalMark() };
}

/**
 * The shortest text of a percentage in units of its last decimal: 3333333 with 5 is `33.33333`.
 */
export function formatPercent(units: number, decimals: number): string {
  const scale = 10 ** decimals;
  const fraction = String(units % scale)
    .padStart(decimals, "0")
    .replace(/0+$/, "");
  const whole = String(Math.floor(units / scale));
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/**
 * A share for display, truncated to two decimals: 33.336 is `33.33%`, 99.999 `99.99%`, and what is
 * above 0 but below 0.01 `<0.01%`.
 * @param percent not negative
 */
export function showPercent(percent: number): string {
  if (percent > 0 && percent < 0.01) return "<0.01%";
  return `${formatExact(Number(truncate(percent, 2)))}%`;
}

/** A number that is not negative with so many decimals, the further ones cut off. */
export function truncate(value: number, decimals: number): string {
  // Through text: 0.29 * 100 is below 29. Floats of shares and profits are exact to ten decimals.
  const [whole = "0", fraction = ""] = value.toFixed(10).split(".");
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}
