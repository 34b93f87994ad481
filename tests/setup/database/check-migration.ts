/**
 * The changes that a migration may make while servers of an earlier release run. All others need an
 * entry in `CONTRACT_STEPS`.
 */

const IDENTIFIER = /"(?:[^"]|"")+"|[a-z_]\w*/i.source;
const NAME = `((?:${IDENTIFIER})(?:\\.(?:${IDENTIFIER}))?)`;

const CREATE_TABLE = match(`create table (?:if not exists )?${NAME}`);
const CREATE_INDEX = match(`create (unique )?index .*? on (?:only )?${NAME} ?(?:using |\\().*`);
const DROP_INDEX = match(`drop index (?:if exists )?${NAME}`);
const ALTER_TABLE = match(`alter table (?:only )?${NAME} (.*)`);
const UPDATE = match(`update (?:only )?${NAME} set (.*?)(?: where .*| from .*)?`);
const ADD_COLUMN = match(`add column (?:if not exists )?(${IDENTIFIER}) (.*)`);
/** Statements that servers without them never notice. */
const HARMLESS = match(
  "(create (schema|sequence|type|view|materialized view|extension) .*|insert into (?!.* do update).*|comment on .*)",
);
/** A further action of the same statement, such as `, drop column`. */
const FURTHER = /, ?(add|alter|drop|rename|set|owner|attach|detach|enable|disable)\b/i;
/** Changes of a column that accept at least what they accepted before. */
const WIDENING = match(`alter column (?:${IDENTIFIER}) (set default .*|drop not null)`);

/** Makes the index of a primary key again with further columns; see `isSameKey`. */
const EXCHANGE_KEY = match(
  `drop constraint (${IDENTIFIER}), add constraint (${IDENTIFIER}) primary key ?\\(([^)]*)\\) include \\([^)]*\\)`,
);

/** Functions of triggers that reject and change no row of the table, so that no server notices them. */
export const RECORDING_FUNCTIONS: readonly string[] = ["media.record_usage"];

/** A new function only runs with its trigger, which must be on a new table unless the function only records. */
const CREATE_FUNCTION = match(`create function ${NAME} ?\\(\\) returns trigger .*`);
const CREATE_TRIGGER = match(
  `create trigger (?:${IDENTIFIER}) (after)?.*? on ${NAME} .*execute function ${NAME} ?\\(\\)`,
);

/** Text up to a semicolon that is not in quotes. */
const BETWEEN_SEMICOLONS = /(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[^;])+/g;

function match(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, "is");
}

/** The statements of a migration, without comments and on one line each. */
export function splitStatements(sql: string): string[] {
  return sql
    .split("--> statement-breakpoint")
    .flatMap((part) => {
      const code = part.replaceAll(/^\s*--.*$/gm, "");
      // A block has statements of its own and is judged as a whole.
      return code.includes("$$") ? [code] : (code.match(BETWEEN_SEMICOLONS) ?? []);
    })
    .map((statement) => statement.replaceAll(/\s+/g, " ").replace(/;\s*$/, "").trim())
    .filter((statement) => statement !== "");
}

/** The indexes that migrations create and that only make queries faster, as `schema.name`. */
export function listPlainIndexes(migrations: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const statement of migrations.flatMap(splitStatements)) {
    const [isIndex, unique, table = ""] = CREATE_INDEX.exec(statement) ?? [];
    if (isIndex === undefined) continue;
    const name =
      new RegExp(`index (?:if not exists )?(${IDENTIFIER}) on `, "i").exec(statement)?.[1] ?? "";
    const index = `${plain(table).replace(/\.?[^.]*$/, "")}.${plain(name)}`;
    if (unique === undefined) found.add(index);
    else found.delete(index);
  }
  return found;
}

/**
 * The statements of a migration that a server of an earlier release may notice: they remove, rename
 * or retype what it reads, or reject what it writes.
 * @param plainIndexes may be dropped; conflicts of an insert may be found by a unique one
 */
export function findContracting(
  sql: string,
  plainIndexes: ReadonlySet<string> = new Set(),
): string[] {
  const statements = splitStatements(sql);
  const created = new Set<string>();
  const added = new Set<string>();
  for (const statement of statements) {
    const table = CREATE_TABLE.exec(statement.replace(/\(.*$/s, "").trim())?.[1];
    if (table !== undefined) created.add(plain(table));
    const [, changed = "", change = ""] = ALTER_TABLE.exec(statement) ?? [];
    const column = ADD_COLUMN.exec(change)?.[1];
    if (column !== undefined) added.add(`${plain(changed)}.${plain(column)}`);
  }
  return statements.filter(
    (statement) => !isExpanding(statement, { created, added, plainIndexes }),
  );
}

type Own = {
  created: ReadonlySet<string>;
  added: ReadonlySet<string>;
  plainIndexes: ReadonlySet<string>;
};

function isExpanding(statement: string, own: Own): boolean {
  const { created, plainIndexes } = own;
  const dropped = DROP_INDEX.exec(statement)?.[1];
  if (dropped !== undefined) return plainIndexes.has(plain(dropped));
  if (/^create table /i.test(statement) || HARMLESS.test(statement)) return true;
  if (CREATE_FUNCTION.test(statement)) return true;
  const [isTrigger, after, watched = "", executed = ""] = CREATE_TRIGGER.exec(statement) ?? [];
  if (isTrigger !== undefined) {
    const isRecording = after !== undefined && RECORDING_FUNCTIONS.includes(plain(executed));
    return isRecording || created.has(plain(watched));
  }
  const [isIndex, unique, indexed = ""] = CREATE_INDEX.exec(statement) ?? [];
  if (isIndex !== undefined) return unique === undefined || created.has(plain(indexed));
  const [isUpdate, updated = "", assignments = ""] = UPDATE.exec(statement) ?? [];
  if (isUpdate !== undefined) return assignsOnly(assignments, plain(updated), own);
  const [isAlter, table = "", change = ""] = ALTER_TABLE.exec(statement) ?? [];
  if (isAlter === undefined) return false;
  if (created.has(plain(table))) return true;
  if (isSameKey(change, plain(table))) return true;
  if (FURTHER.test(change)) return false;
  if (WIDENING.test(change)) return true;
  const definition = ADD_COLUMN.exec(change)?.[2];
  return definition !== undefined && acceptsOldInserts(definition);
}

/** Whether a key is exchanged for one of the same columns. Drizzle names a key by its table and columns. */
function isSameKey(change: string, table: string): boolean {
  const [, dropped = "", added = "", columns = ""] = EXCHANGE_KEY.exec(change) ?? [];
  const parts = [
    table.replace(/^.*\./, ""),
    ...columns.split(",").map((one) => plain(one.trim())),
    "pk",
  ];
  return plain(dropped) === parts.join("_") && plain(added) === plain(dropped);
}

/** Whether a row may be inserted by a server that does not know the column. */
function acceptsOldInserts(definition: string): boolean {
  if (/\b(unique|primary key|references|check)\b/i.test(definition)) return false;
  return !/\bnot null\b/i.test(definition) || /\b(default|generated|serial)\b/i.test(definition);
}

/** One column, or several that are all new; the value may contain anything. */
function assignsOnly(assignments: string, table: string, { created, added }: Own): boolean {
  if (created.has(table)) return true;
  const columns = [...assignments.matchAll(new RegExp(`(?:^|, )(${IDENTIFIER}) = `, "gi"))];
  return (
    columns.length > 0 && columns.every(([, name = ""]) => added.has(`${table}.${plain(name)}`))
  );
}

const plain = (name: string) => name.replaceAll('"', "").toLowerCase();
