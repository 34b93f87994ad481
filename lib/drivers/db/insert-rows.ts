import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./create-database";

/**
 * Inserts any number of rows with one statement that has one array parameter per column: no limit
 * on rows, planned once. Columns that are absent from the first row get their defaults; keys that
 * are not columns are ignored.
 * @param onConflict SQL after the rows: `on conflict …`
 */
export async function insertRows<T extends PgTable>(
  db: Executor,
  table: T,
  rows: readonly T["$inferInsert"][],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    Object.hasOwn(first, key),
  );
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const arrays = columns.map(([key, column]) =>
    arrayParam(
      column,
      rows.map((row): unknown => Reflect.get(row, key)),
    ),
  );
  await db.execute(
    sql`insert into ${table} (${sql.join(names, sql`, `)}) select * from unnest(${sql.join(arrays, sql`, `)}) ${onConflict}`,
  );
}

/** A column's values as one array parameter. */
export function arrayParam(column: Column, values: readonly unknown[]): SQL {
  const driverValues = values.map((value) =>
    value === null || value === undefined ? null : column.mapToDriverValue(value),
  );
  return sql`${sql.param(driverValues)}::${sql.raw(column.getSQLType())}[]`;
}
