import type pg from "pg";
import { z } from "zod";
import journal from "./migrations/meta/_journal.json";

type Queryable = Pick<pg.Client, "query"> | Pick<pg.Pool, "query">;

/** The state of the database's schema, compared with the code of this process. */
export type SchemaState =
  | { state: "current" }
  /** No migration was ever applied. */
  | { state: "empty"; missing: number }
  | { state: "behind"; missing: number }
  /** A newer release has migrated it; `isSupported` if that removed nothing that this one uses. */
  | { state: "ahead"; isSupported: boolean };

const rows = z.array(z.object({ value: z.coerce.number().nullable() }));

async function readNumber(client: Queryable, relation: string, query: string) {
  const { rows: found } = await client.query<{ found: boolean }>(
    "select to_regclass($1) is not null as found",
    [relation],
  );
  if (found[0]?.found !== true) return null;
  const result = await client.query(query);
  return rows.parse(result.rows)[0]?.value ?? null;
}

/** The newest applied migration, as in the journal; null if there is none. */
export function readNewestMigration(client: Queryable): Promise<number | null> {
  return readNumber(
    client,
    "drizzle.__drizzle_migrations",
    "select max(created_at)::text as value from drizzle.__drizzle_migrations",
  );
}

/** Compares the database's migrations with those of this code. */
export async function readSchema(client: Queryable): Promise<SchemaState> {
  const known = journal.entries.map(({ when }) => when);
  const newest = Math.max(...known);
  const applied = await readNewestMigration(client);
  if (applied === null) return { state: "empty", missing: known.length };
  if (applied === newest) return { state: "current" };
  if (applied < newest) {
    return { state: "behind", missing: known.filter((when) => when > applied).length };
  }
  const previous = await readNumber(
    client,
    "launch.schema_state",
    "select previous_migration::text as value from launch.schema_state where id = 1",
  );
  return { state: "ahead", isSupported: previous !== null && newest >= previous };
}
