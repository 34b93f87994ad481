import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { schedules } from "@/inngest/schedules";
import { LIMITS } from "@/lib/operations/limits";

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

const PER_DAY = new Map([
  ["* * * * *", 24 * 60],
  ["*/10 * * * *", 24 * 6],
]);

it("docs/inngest.md states how many runs a day the schedules start", () => {
  const triggers = schedules.flatMap(({ opts }) => opts.triggers ?? []);
  expect(triggers).toHaveLength(schedules.length);
  const runs = triggers.map((one) => ("cron" in one && PER_DAY.get(one.cron ?? "")) || Number.NaN);
  const hundreds = Math.round(runs.reduce((sum, count) => sum + count, 0) / 100) * 100;
  const page = readFileSync("docs/inngest.md", "utf8");
  expect(page).toContain(`start about ${hundreds.toLocaleString("en")} runs a day`);
});

describe("docs/scale.md", () => {
  const page = readFileSync("docs/scale.md", "utf8");

  it("says of every table how it is bounded, or why it is kept", () => {
    const tables = listTables();
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("states the limit of new accounts that is enforced", () => {
    const row = page.split("\n").find((line) => line.includes("`account.accounts`"));
    expect(row).toContain(`at most ${LIMITS.newAccount.quota} new ones an hour and caller`);
  });

  it("states the cost of an event as the page of the benchmarks does", () => {
    const figures = /\d+ µs[^.]*?indexer's processor\s+time and \d+ µs of PostgreSQL's/;
    const [measured = ""] = figures.exec(readFileSync("bench/README.md", "utf8")) ?? [];
    const times = measured.match(/\d+ µs/g) ?? [];
    expect(times).toHaveLength(3);
    expect(figures.exec(page)?.[0].match(/\d+ µs/g)).toEqual(times);
  });

  it.each(["docs/scale.md", "bench/README.md"])("%s names only benchmarks that exist", (path) => {
    const named = [...readFileSync(path, "utf8").matchAll(/bench\/[\w/-]+\.ts/g)].map(String);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});
