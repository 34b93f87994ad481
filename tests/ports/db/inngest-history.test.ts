import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestDatabase } from "../../setup/database/postgres";

/**
 * The tables of Inngest 1.43.0 with the columns that ops/inngest/remove-old-runs.sql reads, in their
 * types.
 */
const TABLES = `
  create table spans (run_id text not null, start_time timestamptz not null);
  create table traces (run_id char(26), timestamp timestamp not null);
  create table event_batches (run_id char(26) not null, executed_at timestamp not null);
  create table trace_runs (run_id char(26) primary key, status int not null, ended_at bigint not null);
  create table history (run_id bytea not null, created_at timestamp not null);
  create table function_runs (run_id bytea not null, run_started_at timestamp not null, event_id bytea not null);
  create table function_finishes (run_id bytea, created_at timestamp not null);
  create table events (internal_id bytea, received_at timestamp not null);
`;
const OWN_TABLES = TABLES.match(/(?<=create table )\w+/g) ?? [];
const DAY_MS = 24 * 3_600_000;
const [RUNNING, COMPLETED] = [200, 300];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await startTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create schema inngest");
  await client.query("set search_path to inngest; set timezone to 'UTC'");
  await client.query(TABLES);
});
afterAll(async () => {
  await client?.end();
  await database?.stop();
});

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const textId = (name: string) => name.toUpperCase().padEnd(26, "0");

/** A run with all its rows, as Inngest writes them. It has not ended where `endedDaysAgo` is null. */
async function addRun(
  name: string,
  startedDaysAgo: number,
  endedDaysAgo: number | null,
  event = name,
) {
  const started = daysAgo(startedDaysAgo);
  const ended = endedDaysAgo === null ? null : daysAgo(endedDaysAgo);
  const insert = (text: string, ...values: unknown[]) => client.query(text, values);
  await insert("insert into spans values ($1, $2)", textId(name), started);
  await insert("insert into traces values ($1, $2)", textId(name), started);
  await insert("insert into event_batches values ($1, $2)", textId(name), started);
  const status = ended === null ? RUNNING : COMPLETED;
  const endedMs = ended?.getTime() ?? 0;
  await insert("insert into trace_runs values ($1, $2, $3)", textId(name), status, endedMs);
  await insert("insert into history values ($1, $2)", Buffer.from(name), started);
  const ids = [Buffer.from(name), started, Buffer.from(event)];
  await insert("insert into function_runs values ($1, $2, $3)", ...ids);
  if (ended !== null) {
    await insert("insert into function_finishes values ($1, $2)", Buffer.from(name), ended);
  }
}

const addEvent = (name: string, days: number) =>
  client.query("insert into events values ($1, $2)", [Buffer.from(name), daysAgo(days)]);

it("removes what ended more than a week ago, and nothing of a run that has not ended", async () => {
  await addRun("old", 30, 29);
  await addRun("recent", 3, 2);
  await addRun("waiting", 30, null);
  // Started long ago, ended lately.
  await addRun("long", 30, 1);
  // Two runs of one event, of which one has not ended.
  await addRun("first", 30, 29, "shared");
  await addRun("second", 30, null, "shared");
  const events = { old: 30, recent: 3, waiting: 30, long: 30, shared: 30, unused: 30 };
  for (const [name, days] of Object.entries(events)) await addEvent(name, days);
  // Of a run that Inngest never listed.
  await client.query("insert into spans values ($1, $2)", [textId("lost"), daysAgo(30)]);

  await client.query(await readFile("ops/inngest/remove-old-runs.sql", "utf8"));

  const column = (table: string) => (table === "events" ? "internal_id" : "run_id");
  const left: Record<string, string[]> = {};
  for (const table of OWN_TABLES) {
    const { rows } = await client.query<{ id: Buffer | string }>(
      `select ${column(table)} as id from ${table}`,
    );
    left[table] = rows.map(({ id }) => id.toString().replace(/0+$/, "").toLowerCase()).sort();
  }
  const open = ["second", "waiting"];
  expect(left).toEqual({
    // Rows that a run wrote more than a week ago are removed once it has ended.
    spans: ["recent", ...open],
    traces: ["recent", ...open],
    event_batches: ["recent", ...open],
    trace_runs: ["long", "recent", ...open],
    history: ["long", "recent", ...open],
    function_runs: ["long", "recent", ...open],
    function_finishes: ["long", "recent"],
    events: ["recent", "shared", "waiting"],
  });
});
