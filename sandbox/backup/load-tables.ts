import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { SandboxError } from "../process/sandbox-error";
import { columnsOf, nameOf } from "./dump-tables";
import type { StoredSequence, StoredTable } from "./manifest";

/**
 * How many numbers every sequence skips. The lost database may have given some away after the backup,
 * such as the numbers of managed wallets; nobody may get one of them a second time.
 */
const SKIPPED = 1_000_000n;

const REFERENCES = `
  select c.conrelid::regclass::text as table, c.confrelid::regclass::text as referenced
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and c.conrelid <> c.confrelid and n.nspname = any($1)`;

/** Indexes that belong to no constraint; they are built after the rows, which is much faster. */
const INDEXES = `
  select i.schemaname as schema, i.indexname as name, i.indexdef as definition
  from pg_indexes i
  where i.schemaname = any($1) and not exists (
    select 1 from pg_constraint c
    where c.conindid = format('%I.%I', i.schemaname, i.indexname)::regclass
  )`;

/**
 * Fills empty tables from a backup, in the client's transaction.
 * @throws SandboxError when a table gets another number of rows than it had
 */
export async function loadTables(
  client: Client,
  folder: string,
  tables: readonly StoredTable[],
): Promise<void> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  const { rows: indexes } = await client.query<{
    schema: string;
    name: string;
    definition: string;
  }>(INDEXES, [schemas]);
  for (const index of indexes) await client.query(`drop index ${nameOf(index)}`);
  // Migrations insert rows too, such as that of the installation.
  const filled = await listFilled(client, tables);
  if (filled.length > 0) await client.query(`truncate ${filled.map(nameOf).join(", ")} cascade`);
  for (const table of await inOrder(client, tables, schemas)) {
    const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    await pipeline(createReadStream(join(folder, table.file.path)), createGunzip(), rows);
    if (rows.rowCount !== table.rows) {
      throw new SandboxError(
        `${table.schema}.${table.name} got ${rows.rowCount} rows instead of ${table.rows}.`,
      );
    }
  }
  for (const { definition } of indexes) await client.query(definition);
}

/** The tables with rows. The audit log has none here, and rejects being emptied. */
async function listFilled(client: Client, tables: readonly StoredTable[]): Promise<StoredTable[]> {
  const filled: StoredTable[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`select 1 from ${nameOf(table)} limit 1`);
    if (rowCount === 1) filled.push(table);
  }
  return filled;
}

/** Referenced tables before those that refer to them. */
async function inOrder(
  client: Client,
  tables: readonly StoredTable[],
  schemas: readonly string[],
): Promise<StoredTable[]> {
  const { rows } = await client.query<{ table: string; referenced: string }>(REFERENCES, [schemas]);
  const left = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
  const ordered: StoredTable[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(
      ([name]) => !rows.some(({ table, referenced }) => table === name && left.has(referenced)),
    );
    // A cycle of references; the database reports the row that it rejects.
    const next = ready.length > 0 ? ready : [...left];
    for (const [name, table] of next) {
      ordered.push(table);
      left.delete(name);
    }
  }
  return ordered;
}

/** Sets the sequences to numbers that were never given away. */
export async function loadSequences(
  client: Client,
  sequences: readonly StoredSequence[],
): Promise<void> {
  for (const { schema, name, last } of sequences) {
    if (last === null) continue;
    const text = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    await client.query("select setval($1::regclass, $2::bigint)", [
      text,
      (BigInt(last) + SKIPPED).toString(),
    ]);
  }
}
