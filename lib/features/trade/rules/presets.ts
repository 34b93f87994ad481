import { explainNumber, type NumberRules, readNumber } from "@/lib/shared/text/number-text";
import { isPreset, PRESET_DECIMALS, PRESET_MAX } from "./stored-presets";

const EXAMPLE = "0.05";

type Mark = NonNullable<NumberRules["mark"]>;
const rulesOf = (mark: Mark): NumberRules => ({
  decimals: PRESET_DECIMALS,
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
  return isPreset(value) ? value : null;
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
