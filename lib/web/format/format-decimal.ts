import { changeDigits } from "@/lib/shared/text/change";
import { numberMarks } from "./number-marks";

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
 * @param marks decimal mark and group separator; the reader's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatDecimal(value: string, marks = numberMarks()): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (match === null) return value;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const integer = whole.replace(/^0+(?=\d)/, "");
  const minus = sign === "-" ? "−" : "";
  return minus + formatPositive(integer, fraction.replace(/0+$/, ""), marks);
}

/**
 * Formats a percent change without its sign: `5.956` → `5.95`, `119.4` → `119`, `12345` → `12,345`.
 * @param value plain decimal string (`-?digits[.digits]`)
 * @param marks decimal mark and group separator; the reader's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatChange(value: string, marks = numberMarks()): string {
  const digits = changeDigits(value);
  if (digits === null) return value;
  const { whole, fraction } = digits;
  return fraction === ""
    ? formatPositive(whole, "", marks)
    : join(whole, fraction, marks.charAt(0));
}

/**
 * Formats a share or another number with all its digits: `33.33333` → `33.33333`, in German
 * `33,33333`.
 * @param value plain decimal string (`-?digits[.digits]`) or number of few digits
 * @param marks decimal mark and group separator; the reader's own by default
 * @returns the value unchanged when it is not a plain decimal
 */
export function formatExact(value: string | number, marks = numberMarks()): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return String(value);
  const [, sign = "", whole = "0", fraction = ""] = match;
  return (sign && "−") + join(group(whole, marks), fraction, marks.charAt(0));
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/**
 * Formats a count in little space: `12345` → `12.3K`.
 * @param marks decimal mark and group separator; the reader's own by default
 */
export function formatCount(value: number, marks = numberMarks()): string {
  return compact.format(value).replace(".", marks.charAt(0));
}

/** The decimal mark of numbers that the reader types. */
export function decimalMark(): "." | "," {
  return numberMarks().startsWith(",") ? "," : ".";
}

function formatPositive(integer: string, fraction: string, marks: string): string {
  const point = marks.charAt(0);
  if (integer === "0") return formatBelowOne(fraction, point);
  const unit = UNITS.find(({ power }) => integer.length > power);
  if (unit !== undefined) {
    const head = integer.slice(0, integer.length - unit.power);
    const rest = integer.slice(integer.length - unit.power);
    return join(group(head, marks), cut(rest, DIGITS - head.length), point) + unit.unit;
  }
  return join(group(integer, marks), cut(fraction, DIGITS - integer.length), point);
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

function group(integer: string, marks: string): string {
  return integer.length < 4 ? integer : integer.replace(/\B(?=(\d{3})+$)/g, marks.slice(1));
}
