/** Amounts of ETH that a click enters, until the user chooses others. */
export const DEFAULT_PRESETS = ["0.01", "0.05", "0.1", "0.5"] as const;

/** Largest preset in ETH, and its decimals. */
export const PRESET_MAX = 1_000;
export const PRESET_DECIMALS = 6;

const PLAIN = new RegExp(`^\\d{1,4}(\\.\\d{1,${PRESET_DECIMALS}})?$`);

/** Whether a plain decimal of a link or the browser's storage can be a preset. */
export function isPreset(value: unknown): value is string {
  if (typeof value !== "string" || !PLAIN.test(value)) return false;
  return Number(value) > 0 && Number(value) <= PRESET_MAX;
}

/** Whether a stored value is a list of presets. */
export function arePresets(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length === DEFAULT_PRESETS.length &&
    value.every(isPreset) &&
    new Set(value).size === value.length
  );
}
