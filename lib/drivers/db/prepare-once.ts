import { fillPlaceholders, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Database, DIALECT } from "./create-database";

/**
 * Builds a statement once for each database and key: Drizzle builds a large one longer than
 * Postgres takes to run it. Use a `sql.placeholder` for each value that differs between calls.
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

type Values = Record<string, unknown>;
type Row = Record<string, unknown>;

/** Builds a raw statement once for each key, like `prepareOnce`. @returns its rows */
export function prepareRaw<Key extends string | number>(build: (key: Key) => SQL) {
  return prepareShapes({ shapeOf: (key: Key) => key, build });
}

/** Bounds the memory for statements whose shape callers choose. */
const SHAPES_MAX = 1_000;

/**
 * Builds a raw statement once for each shape of a query: everything that decides its text.
 * @param build uses a `sql.placeholder` for each value
 * @returns the rows of the statement with these values
 */
export function prepareShapes<Query>({
  shapeOf,
  build,
}: {
  shapeOf: (query: Query, values: Values) => string | number;
  build: (query: Query) => SQL;
}) {
  const dialect = new PgDialect(DIALECT);
  const known = new Map<string | number, { text: string; params: unknown[] }>();
  return async (db: Database, query: Query, values: Values): Promise<Row[]> => {
    const shape = shapeOf(query, values);
    let statement = known.get(shape);
    if (statement === undefined) {
      const { sql: text, params } = dialect.sqlToQuery(build(query));
      statement = { text, params };
      if (known.size >= SHAPES_MAX) known.clear();
      known.set(shape, statement);
    }
    const { text, params } = statement;
    const { rows } = await db.$client.query<Row>({
      text,
      values: fillPlaceholders(params, values),
    });
    return rows;
  };
}
