import type pg from "pg";
import { RECORDING_FUNCTIONS } from "./check-migration";

type Queryable = Pick<pg.Client, "query">;
type Column = { name: string; type: string; isRequired: boolean };
type Rule = { name: string; table: string; definition: string };

/** A column that an insert must name: not null, and nothing fills it. */
const COLUMNS = `
  select n.nspname || '.' || c.relname || '.' || a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'drizzle')`;

/**
 * Rules that can reject a row, or that `on conflict` names: constraints, unique indexes, triggers.
 */
const RULES = `
  select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x') and conrelid <> 0
    and connamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
  union all
  select indexrelid::regclass::text, indrelid::regclass::text, pg_get_indexdef(indexrelid)
  from pg_index where indisunique and indrelid::regclass::text not like 'pg\\_%'
  union all
  select tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger
  where not tgisinternal and tgfoid::regproc::text <> all($1)`;

async function read(client: Queryable) {
  const columns = (await client.query<Column>(COLUMNS)).rows;
  const rules = (await client.query<Rule>(RULES, [RECORDING_FUNCTIONS])).rows;
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    tables: new Set(columns.map(({ name }) => tableOf(name))),
    rules: new Map(rules.map((rule) => [`${rule.table}: ${keyOf(rule.definition)}`, rule])),
  };
}

/** Further columns of an index are no part of its rule. */
const keyOf = (definition: string) => definition.replace(/ INCLUDE \([^)]*\)/, "");
const tableOf = (column: string) => column.slice(0, column.lastIndexOf("."));

/**
 * Differences between two schemas that can break a server made for the first: columns that are
 * gone, of another type or required, and rules on its tables that are new or gone. Reads the
 * databases themselves, so that it also sees the changes of a migration's block or function.
 */
export async function findBreaks(before: Queryable, after: Queryable): Promise<string[]> {
  const [old, now] = [await read(before), await read(after)];
  const breaks: string[] = [];
  for (const [name, { type, isRequired }] of old.columns) {
    const found = now.columns.get(name);
    if (found === undefined) breaks.push(`${name} is gone`);
    else if (found.type !== type) breaks.push(`${name} is ${found.type} instead of ${type}`);
    else if (found.isRequired && !isRequired) breaks.push(`${name} is required`);
  }
  for (const [name, { isRequired }] of now.columns) {
    const isNew = old.tables.has(tableOf(name)) && !old.columns.has(name);
    if (isNew && isRequired) breaks.push(`${name} is required`);
  }
  for (const key of old.rules.keys()) if (!now.rules.has(key)) breaks.push(`gone: ${key}`);
  for (const [key, { table }] of now.rules) {
    if (old.tables.has(table) && !old.rules.has(key)) breaks.push(`new: ${key}`);
  }
  return breaks;
}
