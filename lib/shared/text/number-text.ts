/** The number formats that a field accepts. */
export type NumberRules = {
  /** Maximum decimals; resolves ambiguous texts. */
  decimals: number;
  /** Maximum value; resolves ambiguous texts. */
  max?: number;
  /** Units that may surround the number, such as `$`, `%` or `ETH`. */
  units?: readonly string[];
  /** The user's decimal mark. With a comma, `1,000` and `1.000` are ambiguous. */
  mark?: "." | ",";
};

export type NumberProblem =
  | "empty"
  | "unreadable"
  | "negative"
  | "two_readings"
  | "too_precise"
  | "too_long";

/** `value` is a plain decimal: digits, at most one point, no redundant zeros. */
export type NumberReading =
  | { value: string; problem: null }
  | { value: null; problem: NumberProblem };

/** Zeros of the supported digit scripts; NFKC has converted full-width digits before. */
const ZEROS = ["٠", "۰", "०", "০", "๐"].map((zero) => zero.charCodeAt(0));
const DIGITS_MAX = 60;

/**
 * Parses a number as users write it: `4000`, `$4,000.50`, `1 000`, `1.000,5`, `12,5 %`, `١٢`. Never
 * guesses: an ambiguous text or another notation (`1e3`, `4k`) is a problem.
 */
export function readNumber(text: string, rules: NumberRules): NumberReading {
  const bare = stripUnits(toAscii(text), rules.units ?? []);
  if (bare === "") return problem("empty");
  if (/^[-−–]\s*[\d.,]/.test(bare)) return problem("negative");
  const parts = split(bare, rules);
  return typeof parts === "string" ? problem(parts) : compose(parts, rules);
}

/**
 * Error text for a number that cannot be parsed; null if it is valid. A text that starts with `must`
 * needs a subject in front.
 * @param example a valid number with a point, shown in the error with the user's decimal mark
 */
export function explainNumber(text: string, rules: NumberRules, example: string): string | null {
  const reading = readNumber(text, rules);
  const shown = example.replace(".", rules.mark ?? ".");
  switch (reading.problem) {
    case null:
      return null;
    case "empty":
      return `Enter a number, such as ${shown}.`;
    case "negative":
      return "must not be negative";
    case "too_precise":
      return rules.decimals === 0
        ? "must be a whole number"
        : `must have at most ${rules.decimals} decimals`;
    case "too_long":
      return `must have at most ${DIGITS_MAX} digits`;
    case "two_readings":
      return `Write ${readings(text, rules).join(" or ")}: “${text.trim()}” can mean both.`;
    case "unreadable":
      return `Write the number in digits, such as ${shown}.`;
  }
}

/**
 * A plain decimal as the text of a field, which `readNumber` reads as the same number: with a decimal
 * comma, three decimals could be thousands.
 */
export function plainText(value: string, rules: NumberRules): string {
  return readNumber(value, rules).problem === "two_readings" ? `${value}0` : value;
}

type Parts = { whole: string; fraction: string };

function problem(kind: NumberProblem): NumberReading {
  return { value: null, problem: kind };
}

function compose({ whole, fraction }: Parts, { decimals }: NumberRules): NumberReading {
  if (whole.length > DIGITS_MAX) return problem("too_long");
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > decimals) return problem("too_precise");
  const integer = whole.replace(/^0+(?=\d)/, "") || "0";
  return { value: digits === "" ? integer : `${integer}.${digits}`, problem: null };
}

/** Splits digits and separators into whole part and fraction. */
function split(text: string, rules: NumberRules): Parts | NumberProblem {
  const spaced = /^(\d{1,3}(?:([ '_])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/.exec(text);
  if (spaced !== null) return { whole: digitsOf(spaced[1]), fraction: spaced[3] ?? "" };
  const both = /^(\d{1,3}(?:([.,])\d{3})+)(?!\2)[.,](\d*)$/.exec(text);
  if (both !== null && isGrouped(both[1])) {
    return { whole: digitsOf(both[1]), fraction: both[3] ?? "" };
  }
  if (/^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/.test(text)) {
    return { whole: digitsOf(text), fraction: "" };
  }
  const single = /^(\d*)(?:([.,])(\d*))?$/.exec(text);
  if (single === null || !/\d/.test(text)) return "unreadable";
  const [, whole = "", separator, fraction = ""] = single;
  const decimal = { whole: whole === "" ? "0" : whole, fraction };
  const isGroup = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  if (separator === undefined || !isGroup) return decimal;
  const grouped = { whole: whole + fraction, fraction: "" };
  if (rules.mark !== ",") return separator === "," ? grouped : decimal;
  if (Number(grouped.whole) > (rules.max ?? Number.POSITIVE_INFINITY)) return decimal;
  return fraction.replace(/0+$/, "").length > rules.decimals ? grouped : "two_readings";
}

/** Both readings of an ambiguous text, each in an unambiguous format with the user's decimal mark. */
function readings(text: string, rules: NumberRules): string[] {
  const [whole = "", fraction = ""] = stripUnits(toAscii(text), rules.units ?? []).split(/[.,]/);
  const digits = fraction.replace(/0+$/, "");
  return [
    whole + fraction,
    digits === "" ? whole : `${whole}${rules.mark ?? "."}${digits.padEnd(4, "0")}`,
  ];
}

/** Whether a text uses only one kind of group separator. */
function isGrouped(text = ""): boolean {
  return new Set(text.replace(/\d/g, "")).size === 1;
}

function digitsOf(text = ""): string {
  return text.replace(/\D/g, "");
}

/** Normalizes digits, spaces, apostrophes and separators to ASCII. */
export function toAscii(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, (digit) => {
      const zero = ZEROS.find((code) => {
        const value = digit.charCodeAt(0) - code;
        return value >= 0 && value <= 9;
      });
      return zero === undefined ? digit : String(digit.charCodeAt(0) - zero);
    })
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .trim();
}

function stripUnits(text: string, units: readonly string[]): string {
  for (const unit of units) {
    const own = unit.toLowerCase();
    const lower = text.toLowerCase();
    if (lower.startsWith(own)) return stripUnits(text.slice(unit.length).trim(), units);
    if (lower.endsWith(own)) return stripUnits(text.slice(0, -unit.length).trim(), units);
  }
  return text;
}
