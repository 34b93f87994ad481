import type { Column } from "drizzle-orm";

/** Context of a value's text; it decides which characters are escaped. */
export type TextFormat = "array" | "copy";

const HEX = /^0x[0-9a-fA-F]*$/;
const ARRAY_SPECIAL = /[\\"]/g;
const COPY_SPECIAL = /[\\\t\n\r]/g;
const COPY_ESCAPES: Record<string, string> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};
/** `\x`, the start of bytes, with its backslash escaped as both formats require. */
const BYTES = "\\\\x";

/**
 * Returns the function that writes values of a column as elements of an array literal or fields of
 * `copy … from stdin`. Numbers and hex, which are nearly all values of the indexer, contain nothing
 * to escape and are written without the detour through the driver's own type.
 */
export function encoderOf(column: Column, format: TextFormat): (value: unknown) => string {
  const type = column.getSQLType();
  const isBytes = type === "bytea";
  const isNumeric = type.startsWith("numeric");
  const isInteger = type === "integer" || type === "bigint" || type === "smallint";
  const nothing = format === "array" ? "NULL" : "\\N";
  const escapeText = format === "array" ? escapeElement : escapeField;
  return (value) => {
    if (value === null || value === undefined) return nothing;
    switch (typeof value) {
      case "string":
        if (isBytes && HEX.test(value)) return BYTES + value.slice(2);
        break;
      case "bigint":
        if (isNumeric) return value.toString();
        break;
      case "number":
        if (isInteger) return String(value);
        break;
    }
    return encodeDriverValue(column.mapToDriverValue(value), { nothing, escapeText });
  };
}

function encodeDriverValue(
  value: unknown,
  { nothing, escapeText }: { nothing: string; escapeText: (text: string) => string },
): string {
  if (value === null || value === undefined) return nothing;
  if (Buffer.isBuffer(value)) return BYTES + value.toString("hex");
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "object") throw new TypeError("a column's driver value is not a scalar");
  return escapeText(String(value));
}

/** An element of an array literal, in quotes. */
function escapeElement(text: string): string {
  return `"${text.replace(ARRAY_SPECIAL, "\\$&")}"`;
}

/** A field of the text format of COPY. */
function escapeField(text: string): string {
  return text.replace(COPY_SPECIAL, (character) => COPY_ESCAPES[character] ?? character);
}
