import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "@/lib/drivers/db/create-database";
import { startTestDatabase } from "../../setup/database/postgres";

const statements = z.array(z.object({ statement: z.string() }));
const FREQUENT_USES = 40;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  db = createDatabase({ url: database.url, connectionsMax: 1, onError: () => undefined });
});
beforeEach(async () => {
  await db.$client.query("drop table if exists numbers");
  await db.$client.query("create table numbers as select generate_series(1, 50) as n");
});
afterAll(async () => {
  await db.$client.end();
  await database.stop();
});

async function kept(): Promise<string[]> {
  const { rows } = await db.$client.query("select statement from pg_prepared_statements");
  return statements.parse(rows).map(({ statement }) => statement);
}

it("keeps frequent statements prepared, and rare ones not", async () => {
  const text = "select n from numbers where n = $1";
  for (let n = 1; n <= FREQUENT_USES; n += 1) {
    expect((await db.$client.query({ text, values: [n] })).rows).toEqual([{ n }]);
    await db.$client.query({ text: `select ${n} as n from numbers where n = $1`, values: [n] });
  }
  expect(await kept()).toEqual([text]);
});

it("keeps lists of values of many lengths from taking all memory of a connection", async () => {
  for (let length = 1; length <= 100; length += 1) {
    const places = Array.from({ length }, (_, index) => `$${index + 1}`).join(", ");
    const values = Array.from({ length }, (_, index) => index);
    await db.$client.query({ text: `select n from numbers where n in (${places})`, values });
  }
  expect((await kept()).filter((text) => text.includes(" in ("))).toEqual([]);
});

it("goes on with a prepared statement after a migration added a column", async () => {
  const text = "select n from numbers where n > $1 limit 1";
  const ask = async (n: number) => (await db.$client.query({ text, values: [n] })).rows.length;
  for (let n = 1; n < FREQUENT_USES; n += 1) expect(await ask(n)).toBe(1);
  await db.$client.query("alter table numbers add column name text not null default ''");
  expect(await ask(FREQUENT_USES)).toBe(1);
});
