import { fillPlaceholders, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Database, DIALECT } from "./create-database";

/**
 * Builds a statement once for each database and key: Drizzle builds a large one longer than Postgres
 * takes to run it. What differs between calls is a `sql.placeholder`.
 * @param build ends with `.prepare(name)`
 */
export function prepareOnce<Key, Prepared>(
  build: (db: Database, key: Key) => Prepared,
): (db: Database, key: Key) => Prepared {
  const known = new WeakMap<Database, Map<Key, Prepared>>();
  return (db, key) => {
    const ofDatabase = known.get(db) ?? new Map<Key, Prepared>();
    known.set(db, ofDatabase);
    const prepared = ofDatabase.get(key) ?? build(db, key);
    ofDatabase.set(key, prepared);
    return prepared;
  };
}

/** Builds a raw statement once for each key, like `prepareOnce`. @returns its rows */
export function prepareRaw<Key>(build: (key: Key) => SQL) {
  const dialect = new PgDialect(DIALECT);
  const known = new Map<Key, { text: string; params: unknown[] }>();
  return async (
    db: Database,
    key: Key,
    values: Record<string, unknown>,
  ): Promise<Record<string, unknown>[]> => {
    let statement = known.get(key);
    if (statement === undefined) {
      const { sql: text, params } = dialect.sqlToQuery(build(key));
      statement = { text, params };
      known.set(key, statement);
    }
    const { text, params } = statement;
    const { rows } = await db.$client.query<Record<string, unknown>>({
      text,
      values: fillPlaceholders(params, values),
    });
    return rows;
  };
}
