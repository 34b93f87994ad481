import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { z } from "zod";
import { migrate } from "@/lib/drivers/db/migrate";
import { readNewestMigration } from "@/lib/drivers/db/read-schema";
import type { Realms } from "@/lib/shared/realm";
import { SandboxError } from "../process/sandbox-error";

const FOLDER = "lib/drivers/db/migrations";
const JOURNAL = join("meta", "_journal.json");

const journal = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});
const snapshot = z.object({ schemas: z.record(z.string(), z.string()) });

export type MigrationVersion = { tag: string; when: number };

async function readJournal(root: string) {
  return journal.parse(JSON.parse(await readFile(join(root, FOLDER, JOURNAL), "utf8")));
}

/** The schemas that the migrations create, from the newest snapshot of drizzle-kit. */
async function readSnapshotSchemas(root: string): Promise<string[]> {
  const { entries } = await readJournal(root);
  const number = entries.at(-1)?.tag.slice(0, 4);
  const path = join(root, FOLDER, "meta", `${number}_snapshot.json`);
  return Object.keys(snapshot.parse(JSON.parse(await readFile(path, "utf8"))).schemas);
}

/** Migrations create all schemas as one role. `public` and `drizzle` are not theirs. */
const OWNED_SCHEMAS = `
  select nspname as name from pg_namespace
  where nspowner = (select nspowner from pg_namespace where nspname = 'launch')
    and nspname not in ('public', 'drizzle', 'information_schema') and nspname not like 'pg\\_%'`;

/**
 * The schemas of Slipway in a database. A later release, from which the operator went back, may
 * have created some that this version does not know.
 */
export async function listSchemas(client: Client, root: string): Promise<string[]> {
  const schemas = new Set(await readSnapshotSchemas(root));
  const when = await readNewestMigration(client);
  if (when !== null && isLater(await readJournal(root), when)) {
    const { rows } = await client.query<{ name: string }>(OWNED_SCHEMAS);
    for (const { name } of rows) schemas.add(name);
  }
  return [...schemas].sort();
}

/**
 * The last migration of a database, which may be one of a later release.
 * @throws SandboxError when the database has none, or one of another line of releases
 */
export async function readMigration(client: Client, root: string): Promise<MigrationVersion> {
  const when = await readNewestMigration(client);
  if (when === null) throw new SandboxError("The database is not migrated.");
  const all = await readJournal(root);
  // A restore finds the migration by its time, so its name is only for people.
  if (isLater(all, when)) return { tag: `later than ${all.entries.at(-1)?.tag}`, when };
  return findMigration(root, when, "The database");
}

function isLater({ entries }: z.output<typeof journal>, when: number): boolean {
  return entries.every((entry) => entry.when < when);
}

/** @throws SandboxError when this version does not have the migration */
export async function findMigration(
  root: string,
  when: number,
  owner: string,
): Promise<MigrationVersion> {
  const { entries } = await readJournal(root);
  const found = entries.find((entry) => entry.when === when);
  if (found === undefined) {
    throw new SandboxError(
      `${owner} has a migration that this version of Slipway does not have. Use the version that wrote it, or a later one.`,
    );
  }
  return { tag: found.tag, when };
}

/** Applies the migrations up to and including one of them, or all. */
export async function migrateTo(
  databaseUrl: string,
  root: string,
  last: MigrationVersion | null,
  realms: Realms,
): Promise<void> {
  if (last === null) return migrate(databaseUrl, join(root, FOLDER), realms);
  const all = await readJournal(root);
  const entries = all.entries.filter(({ when }) => when <= last.when);
  const folder = await mkdtemp(join(tmpdir(), "slipway-migrations-"));
  try {
    await mkdir(join(folder, "meta"));
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...all, entries }));
    for (const { tag } of entries) {
      await cp(join(root, FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    await migrate(databaseUrl, folder, realms);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
