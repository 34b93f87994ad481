/** First in a CSV file: without it, Excel reads UTF-8 in the code page of the system. */
export const CSV_MARK = "\ufeff";

/**
 * Starts of cells within a text: many countries' spreadsheets separate cells by semicolons, and then
 * read commas and quotes of this file as text.
 */
const INNER_FORMULA = /([;|\t\r\n])(?=[\s"]*[=+\-@])/g;

/**
 * A cell of a CSV file (RFC 4180). A spreadsheet would run a text of a stranger that starts like a
 * formula, or has such a part after another separator, so these get an apostrophe; numbers do not
 * change.
 */
export function csvCell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = `${isFormula ? "'" : ""}${value}`.replace(INNER_FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
