/**
 * The only formatter of amounts. Takes the APIs' plain decimal strings and never uses floats:
 * digits are truncated, not rounded.
 */

const DIGITS = 4;
const SUBSCRIPTS = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"];
const UNITS = [
  { power: 12, unit: "T" },
  { power: 9, unit: "B" },
  { power: 6, unit: "M" },
] as const;
/** From this many leading zeros on, they are shown as a count: 0.0₅1234. */
const ZEROS_MIN = 4;

/**
 * Formats a decimal for display: `12345.678` → `12,345`, `1234567` → `1.234M`, `0.000001234` →
 * `0.0₅1234`.
 * @param value plain decimal string (`-?digits[.digits]`)
 * @param locale BCP 47 tag; the browser's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatDecimal(value: string, locale?: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (match === null) return value;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const integer = whole.replace(/^0+(?=\d)/, "");
  const minus = sign === "-" ? "−" : "";
  return minus + formatPositive(integer, fraction.replace(/0+$/, ""), locale);
}

/**
 * Formats a percent change without its sign: `5.956` → `5.95`, `119.4` → `119`, `12345` → `12,345`.
 * Always two decimals below a hundred, so that a column of changes aligns.
 * @param value plain decimal string (`-?digits[.digits]`)
 * @param locale BCP 47 tag; the browser's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatChange(value: string, locale?: string): string {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(value);
  if (match === null) return value;
  const [, whole = "0", fraction = ""] = match;
  const integer = whole.replace(/^0+(?=\d)/, "");
  if (integer.length > 2) return formatPositive(integer, "", locale);
  return join(integer, fraction.slice(0, 2).padEnd(2, "0"), separator("decimal", locale));
}

/**
 * Formats a share or another number with all its digits: `33.33333` → `33.33333`, in German
 * `33,33333`.
 * @param value plain decimal string (`-?digits[.digits]`) or number of few digits
 * @param locale BCP 47 tag; the browser's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatExact(value: string | number, locale?: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return String(value);
  const [, sign = "", whole = "0", fraction = ""] = match;
  return (sign && "−") + join(group(whole, locale), fraction, separator("decimal", locale));
}

/** The decimal separator of a locale. */
export function decimalMark(locale?: string): "." | "," {
  return separator("decimal", locale) === "," ? "," : ".";
}

function formatPositive(integer: string, fraction: string, locale?: string): string {
  const point = separator("decimal", locale);
  if (integer === "0") return formatBelowOne(fraction, point);
  const unit = UNITS.find(({ power }) => integer.length > power);
  if (unit !== undefined) {
    const head = integer.slice(0, integer.length - unit.power);
    const rest = integer.slice(integer.length - unit.power);
    return join(group(head, locale), cut(rest, DIGITS - head.length), point) + unit.unit;
  }
  return join(group(integer, locale), cut(fraction, DIGITS - integer.length), point);
}

function formatBelowOne(fraction: string, point: string): string {
  const significant = fraction.replace(/^0+/, "");
  if (significant === "") return "0";
  const zeros = fraction.length - significant.length;
  const digits = cut(significant, DIGITS);
  if (zeros < ZEROS_MIN) return `0${point}${"0".repeat(zeros)}${digits}`;
  const count = [...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
  return `0${point}0${count}${digits}`;
}

/** The first `count` digits without trailing zeros. */
function cut(digits: string, count: number): string {
  return digits.slice(0, Math.max(0, count)).replace(/0+$/, "");
}

function join(integer: string, fraction: string, point: string): string {
  return fraction === "" ? integer : `${integer}${point}${fraction}`;
}

function group(integer: string, locale?: string): string {
  return integer.length < 4
    ? integer
    : integer.replace(/\B(?=(\d{3})+$)/g, separator("group", locale));
}

type Separators = { decimal: string; group: string };
/**
 * The first `Intl.NumberFormat` of a page loads locale data, which is slow on phones. English does
 * without; others are created once.
 */
const ENGLISH: Separators = { decimal: ".", group: "," };
const known = new Map<string | undefined, Separators>(
  ["en", "en-US", "en-GB"].map((locale) => [locale, ENGLISH]),
);

function separator(
  type: keyof Separators,
  locale: string | undefined = globalThis.navigator?.language || undefined,
): string {
  const held = known.get(locale) ?? readSeparators(locale);
  known.set(locale, held);
  return held[type];
}

function readSeparators(locale: string | undefined): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6);
  const find = (type: keyof Separators) => parts.find((part) => part.type === type)?.value;
  return { decimal: find("decimal") ?? ".", group: find("group") ?? "," };
}
