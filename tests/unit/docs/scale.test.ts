import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const MIGRATIONS = "lib/drivers/db/migrations/meta";
const journal = z.object({ entries: z.array(z.object({ idx: z.number() })) });
const snapshot = z.object({ tables: z.record(z.string(), z.unknown()) });
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** All tables of the newest migration, with their schema. */
function listTables(): string[] {
  const { entries } = journal.parse(readJson(`${MIGRATIONS}/_journal.json`));
  const number = String(entries.at(-1)?.idx).padStart(4, "0");
  const { tables } = snapshot.parse(readJson(`${MIGRATIONS}/${number}_snapshot.json`));
  return Object.keys(tables);
}

describe("docs/scale.md", () => {
  const page = readFileSync("docs/scale.md", "utf8");

  it("says of every table how it is bounded, or why it is kept", () => {
    const tables = listTables();
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(["docs/scale.md", "bench/README.md"])("%s names only benchmarks that exist", (path) => {
    const named = [...readFileSync(path, "utf8").matchAll(/bench\/[\w/-]+\.ts/g)].map(String);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});
