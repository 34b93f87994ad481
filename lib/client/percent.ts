/**
 * Reads a percentage as whole units of its last decimal: `12.5` with 2 decimals is 1250 (basis
 * points), `33.33333` with 5 is 3333333 (micro-percent).
 * @returns null for anything that is no plain number from 0 to 100 with at most `decimals` decimals
 */
export function parsePercent(text: string, decimals: number): number | null {
  const match = /^(\d{1,3})(?:[.,](\d*))?\s*%?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  const significant = fraction.replace(/0+$/, "");
  if (significant.length > decimals) return null;
  const units = Number(whole + significant.padEnd(decimals, "0"));
  return units > 100 * 10 ** decimals ? null : units;
}

/** The shortest text of a percentage in units of its last decimal: 3333333 with 5 is `33.33333`. */
export function formatPercent(units: number, decimals: number): string {
  const scale = 10 ** decimals;
  const fraction = String(units % scale)
    .padStart(decimals, "0")
    .replace(/0+$/, "");
  const whole = String(Math.floor(units / scale));
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
