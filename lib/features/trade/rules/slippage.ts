import { readNumber } from "@/lib/shared/text/number-text";

/** How far the price may move between quote and trade, in basis points (100 = 1%). */
export type Slippage = "auto" | number;

export const SLIPPAGE_MAX_BPS = 5_000;
const AUTO_MIN_BPS = 100;
const AUTO_MAX_BPS = 500;

/**
 * The tolerance of `auto`: 1% for small trades, more in a thin pool, where other trades move the
 * price as much as this one does, and at most 5%.
 */
export function slippageBps(slippage: Slippage, priceImpactBps: number): number {
  if (slippage !== "auto") return slippage;
  const wished = AUTO_MIN_BPS + Math.floor(priceImpactBps / 2);
  return Math.min(Math.max(wished, AUTO_MIN_BPS), AUTO_MAX_BPS);
}

/** Parses a typed percentage (`0.5`, `1,25`); null if it is not a number from 0.01 to 50. */
export function parseSlippage(text: string, mark: "." | "," = "."): number | null {
  const rules = { decimals: 2, max: SLIPPAGE_MAX_BPS / 100, units: ["%"], mark };
  const { value } = readNumber(text, rules);
  if (value === null) return null;
  const bps = Math.round(Number(value) * 100);
  return bps >= 1 && bps <= SLIPPAGE_MAX_BPS ? bps : null;
}

/** Basis points as the percentage of a field, which `parseSlippage` reads as the same: 50 → `0.5`. */
export function slippageText(bps: number, mark: "." | ","): string {
  return String(bps / 100).replace(".", mark);
}

export type SlippageAdvice = "low" | "high" | "extreme" | null;

/** `low` often fails; `high` and `extreme` invite front-running. */
export function slippageAdvice(bps: number): SlippageAdvice {
  if (bps < 10) return "low";
  if (bps > 2_000) return "extreme";
  return bps > 500 ? "high" : null;
}
