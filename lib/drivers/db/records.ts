/**
 * Rows as text, for statements of many columns: `string_agg(row(a, b)::text, E'\n')` takes Postgres
 * and its client less time than a result with these columns. Source: "Composite Type Input and Output
 * Syntax" of PostgreSQL's documentation.
 */

/**
 * The records of a text that joins them by line breaks. A field with a line break is in quotes, and
 * quotes in it are doubled, so a break with an odd number of quotes before it is part of a field.
 */
export function splitRecords(joined: string): string[] {
  const records: string[] = [];
  let open: string[] = [];
  for (const line of joined.split("\n")) {
    const isInside = open.length > 0;
    // The line ends inside a field if it starts inside one or has an odd number of quotes, not both.
    const endsInside = isInside !== hasOddQuotes(line);
    if (!isInside && !endsInside) {
      records.push(line);
      continue;
    }
    open.push(line);
    if (endsInside) continue;
    records.push(open.join("\n"));
    open = [];
  }
  if (open.length > 0) throw new TypeError("the last record has no end");
  return records;
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

const FIELD = /"([^"]*(?:""[^"]*)*)"(?:,|$)|([^,"]*)(?:,|$)/y;

/** The fields of a record as text; null for NULL. */
export function readRecord(record: string): (string | null)[] {
  if (!record.startsWith("(") || !record.endsWith(")")) throw new TypeError("not a record");
  const inner = record.slice(1, -1);
  const fields: (string | null)[] = [];
  let at = 0;
  do {
    FIELD.lastIndex = at;
    const [all, quoted, plain] = FIELD.exec(inner) ?? [];
    if (all === undefined) throw new TypeError("a field of the record has no end");
    fields.push(quoted === undefined ? plain || null : withoutEscapes(quoted));
    at += all.length;
    // A comma at the end is followed by a last field, NULL.
    if (at === inner.length && !all.endsWith(",")) return fields;
  } while (at < inner.length);
  return [...fields, null];
}

function withoutEscapes(quoted: string): string {
  return quoted.replaceAll(/""|\\\\/g, (pair) => pair.charAt(0));
}
