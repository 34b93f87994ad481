import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BackupTarget } from "./backup-target";
import { createMeter } from "./hash-file";
import type { StoredSequence, StoredTable } from "./manifest";

type FoundTable = { schema: string; name: string; columns: string[] };

/** The columns that COPY reads and writes; generated ones are computed again. */
const TABLES = `
  select n.nspname as schema, c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    and not a.attisdropped and a.attgenerated = ''
  where n.nspname = any($1) and c.relkind = 'r'
  group by 1, 2 order by 1, 2`;

/** A sequence is not part of a snapshot, so a later number than that of the snapshot is read. */
const SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text as last
  from pg_sequences where schemaname = any($1) order by 1, 2`;

/** The tables of these schemas. */
export async function listTables(
  client: Client,
  schemas: readonly string[],
): Promise<FoundTable[]> {
  return (await client.query<FoundTable>(TABLES, [schemas])).rows;
}

/** A table's name for a statement. */
export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/** Columns for a statement. */
export function columnsOf({ columns }: { columns: readonly string[] }): string {
  return columns.map((column) => escapeIdentifier(column)).join(", ");
}

/** Writes each table of the client's transaction to `database/`. */
export async function dumpTables(
  client: Client,
  schemas: readonly string[],
  target: BackupTarget,
): Promise<StoredTable[]> {
  const stored: StoredTable[] = [];
  for (const found of await listTables(client, schemas)) {
    const path = `database/${found.schema}.${found.name}.copy.gz`;
    const meter = createMeter();
    const rows = client.query(copyTo(`copy ${nameOf(found)} (${columnsOf(found)}) to stdout`));
    await pipeline(rows, createGzip({ level: 1 }), meter.stream, (chunks) =>
      target.write(path, chunks),
    );
    stored.push({ ...found, rows: rows.rowCount, file: { path, ...meter.read() } });
  }
  return stored;
}

export async function readSequences(
  client: Client,
  schemas: readonly string[],
): Promise<StoredSequence[]> {
  return (await client.query<StoredSequence>(SEQUENCES, [schemas])).rows;
}
