/**
 * A cell of a CSV file (RFC 4180). A spreadsheet would run a text of a stranger that starts like a
 * formula, so that gets an apostrophe; numbers do not change.
 */
export function csvCell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
