import { explainNumber, type NumberRules, readNumber } from "@/lib/shared/number-text";
import { parseAmount } from "./amounts";

/** Amounts of ETH that a click enters, until the user chooses others. */
export const DEFAULT_PRESETS = ["0.01", "0.05", "0.1", "0.5"] as const;

const DECIMALS = 6;
const PRESET_MAX = 1_000;
const EXAMPLE = "0.05";

type Mark = NonNullable<NumberRules["mark"]>;
const rulesOf = (mark: Mark): NumberRules => ({
  decimals: DECIMALS,
  max: PRESET_MAX,
  units: ["ETH"],
  mark,
});

/**
 * A typed preset as a plain decimal of ETH; null if it is not a number from 0.000001 to 1,000.
 * @param mark the user's decimal mark
 */
export function parsePreset(text: string, mark: Mark = "."): string | null {
  const { value } = readNumber(text, rulesOf(mark));
  if (value === null || parseAmount(value) === null || Number(value) > PRESET_MAX) return null;
  return value;
}

/** Error texts of typed presets, one for each; null for a valid one. */
export function explainPresets(texts: readonly string[], mark: Mark = "."): (string | null)[] {
  const values = texts.map((text) => parsePreset(text, mark));
  return texts.map((text, place) => {
    const value = values[place] ?? null;
    if (value !== null) {
      return values.indexOf(value) < place ? "is already a preset" : null;
    }
    const problem = explainNumber(text, rulesOf(mark), EXAMPLE);
    return problem ?? "must be 0.000001 to 1,000 ETH";
  });
}

/** Whether a stored value is a list of presets. */
export function arePresets(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length === DEFAULT_PRESETS.length &&
    value.every((one) => typeof one === "string" && parsePreset(one) === one)
  );
}
