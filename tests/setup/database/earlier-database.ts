import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { migrate } from "@/lib/drivers/db/migrate";

export const MIGRATIONS = "lib/drivers/db/migrations";
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/**
 * Creates a database in its state before a migration.
 * @param options.server URL of any database of the server
 * @param options.before number of the first migration that is not applied, as in `0014`
 * @returns its URL
 */
export async function createEarlierDatabase(options: {
  server: string;
  name: string;
  before: string;
}): Promise<string> {
  const admin = new pg.Client({ connectionString: options.server });
  await admin.connect();
  await admin.query(`create database ${options.name}`);
  await admin.end();
  const url = new URL(options.server);
  url.pathname = `/${options.name}`;
  const folder = await mkdtemp(join(tmpdir(), "slipway-migrations-"));
  try {
    await mkdir(join(folder, "meta"));
    const path = join("meta", "_journal.json");
    const all = journal.parse(JSON.parse(await readFile(join(MIGRATIONS, path), "utf8")));
    const entries = all.entries.filter(({ tag }) => tag < options.before);
    await writeFile(join(folder, path), JSON.stringify({ ...all, entries }));
    for (const { tag } of entries) {
      await cp(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    await migrate(url.href, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return url.href;
}
