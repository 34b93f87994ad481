import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { MIGRATIONS } from "./earlier-database";

const journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), tag: z.string(), when: z.number() })),
});

/**
 * Copies the migrations and appends others, as later releases have them.
 * @param statements the SQL of each
 * @returns the folder, which the caller removes
 */
export async function addMigrations(...statements: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-migrations-"));
  await cp(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, "meta", "_journal.json");
  const { entries, ...rest } = journal.parse(JSON.parse(await readFile(path, "utf8")));
  for (const statement of statements) {
    const last = entries.at(-1);
    if (last === undefined) throw new Error("There is no migration");
    const idx = last.idx + 1;
    const tag = `${String(idx).padStart(4, "0")}_later`;
    entries.push({ ...last, idx, tag, when: last.when + 1_000 });
    await writeFile(join(folder, `${tag}.sql`), statement);
  }
  await writeFile(path, JSON.stringify({ ...rest, entries }));
  return folder;
}
