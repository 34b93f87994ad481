import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { copyText } from "./copy-text";
import { connectionOf, type Executor } from "./create-database";
import { encoderOf } from "./encode-values";

/** From this number of rows on COPY, which is parsed each time, costs less than an insert. */
const COPIED_FROM = 64;
const ROWS_PER_CHUNK = 1_000;

/**
 * Inserts any number of rows with one statement: no limit on rows, planned once. Columns that are
 * absent from the first row get their defaults; keys that are not columns are ignored.
 * @param onConflict SQL after the rows: `on conflict …`
 */
export async function insertRows<T extends PgTable>(
  db: Executor,
  table: T,
  rows: readonly T["$inferInsert"][],
  onConflict?: SQL,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
    hasKey(first, key) ? [{ key, column }] : [],
  );
  const connection = connectionOf(db);
  if (onConflict === undefined && connection !== undefined && rows.length >= COPIED_FROM) {
    return copyText(connection, copyStatement(table, columns), encodeRows(rows, columns));
  }
  const names = columns.map(({ column }) => sql.identifier(column.name));
  const arrays = columns.map(({ key, column }) =>
    arrayParam(
      column,
      rows.map((row) => row[key]),
    ),
  );
  await db.execute(
    sql`insert into ${table} (${sql.join(names, sql`, `)}) select * from unnest(${sql.join(arrays, sql`, `)}) ${onConflict ?? sql``}`,
  );
}

/** A column's values as one array parameter. */
export function arrayParam(column: Column, values: readonly unknown[]): SQL {
  const elements = values.map(encoderOf(column, "array"));
  return sql`${sql.param(`{${elements.join(",")}}`)}::${sql.raw(column.getSQLType())}[]`;
}

function hasKey<R extends object>(row: R, key: string): key is Extract<keyof R, string> {
  return Object.hasOwn(row, key);
}

function copyStatement(table: PgTable, columns: readonly { column: Column }[]): string {
  const { schema = "public", name } = getTableConfig(table);
  const names = columns.map(({ column }) => `"${column.name}"`);
  return `copy "${schema}"."${name}" (${names.join(", ")}) from stdin`;
}

/** Rows in the text format of COPY, in chunks. */
function* encodeRows<R extends object>(
  rows: readonly R[],
  columns: readonly { key: Extract<keyof R, string>; column: Column }[],
): Generator<string> {
  const fields = columns.map(({ key, column }) => ({ key, encode: encoderOf(column, "copy") }));
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    const lines = rows
      .slice(from, from + ROWS_PER_CHUNK)
      .map((row) => fields.map(({ key, encode }) => encode(row[key])).join("\t"));
    yield `${lines.join("\n")}\n`;
  }
}
