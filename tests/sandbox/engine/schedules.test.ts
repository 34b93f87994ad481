import type { InngestFunction } from "inngest";
import pg from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Engine, startEngine } from "@/sandbox/engine/start-engine";
import { freePort } from "@/sandbox/process/free-port";
import { createManualClock, type ManualClock } from "./support/manual-clock";
import { createClient, EVENT_KEY, SIGNING_KEY, startApp, type TestApp } from "./support/start-app";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually } from "./support/start-harness";

let database: TestDatabase;
let pool: pg.Pool;
let clock: ManualClock;
let app: TestApp;
let appPort: number;
let engines: Engine[];

const client = createClient("http://127.0.0.1:1");
const functions: InngestFunction.Like[] = [
  client.createFunction({ id: "hourly", triggers: { cron: "0 * * * *" } }, async () => "swept"),
  client.createFunction(
    {
      id: "paris",
      triggers: [{ cron: "TZ=Europe/Paris 30 2 * * *" }, { cron: "TZ=Europe/Paris 45 2 * * *" }],
    },
    async ({ event }) => event.data,
  ),
  client.createFunction({ id: "opening", triggers: { cron: "0-5 0 1 * * *" } }, async () => null),
  client.createFunction({ id: "invalid", triggers: { cron: "61 * * * *" } }, async () => null),
];

beforeAll(async () => {
  database = await startDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => undefined);
});
beforeEach(async () => {
  await pool.query("DROP SCHEMA IF EXISTS engine CASCADE");
  engines = [];
  appPort = await freePort();
  clock = createManualClock("2026-01-15T00:59:30Z");
  app = await startApp(client, functions, appPort);
});
afterEach(async () => {
  await stopEngines();
  await app.stop();
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

async function start(): Promise<Engine> {
  const engine = await startEngine({
    databaseUrl: database.url,
    port: 0,
    log: pino({ level: "silent" }),
    clock,
    settings: {
      signingKey: SIGNING_KEY,
      eventKey: EVENT_KEY,
      appUrl: new URL(app.url),
      checkpointing: false,
    },
  });
  engines.push(engine);
  return engine;
}

async function stopEngines(): Promise<void> {
  for (const engine of engines.splice(0)) await engine.stop(0);
}

/** Waits until the engine can reach the app. */
async function synced(engine: Engine, isSynced = true): Promise<void> {
  await eventually(async () => {
    const response = await fetch(`${engine.url}/health`);
    const health: unknown = await response.json();
    return JSON.stringify(health).includes(`"reachable":${isSynced}`) || null;
  }, "the app to be registered");
}

/** Tick times of a function's runs, oldest first; waits for `count` ended runs. */
async function ticks(functionId: string, count: number): Promise<string[]> {
  return eventually(async () => {
    const found = await pool.query<{ event: { ts: number }; status: string }>(
      "SELECT event, status FROM engine.runs WHERE function_id = $1",
      [`test-${functionId}`],
    );
    const ended = found.rows.filter((run) => run.status === "completed");
    if (ended.length < count) return null;
    // Ids of one millisecond have no order.
    return found.rows.map((run) => new Date(run.event.ts).toISOString()).toSorted();
  }, `${count} runs of ${functionId}`);
}

it("runs a function once at each time of its schedule, in the schedule's time zone", async () => {
  await synced(await start());
  await clock.set("2026-01-15T00:59:59.500Z");
  await clock.set("2026-01-15T01:00:00.200Z");
  await clock.set("2026-01-15T01:29:59Z");
  await clock.set("2026-01-15T01:30:00Z");
  await clock.set("2026-01-15T01:45:01Z");
  await clock.set("2026-01-15T01:59:59.999Z");
  await clock.set("2026-01-15T02:00:00Z");
  expect(await ticks("hourly", 2)).toEqual([
    "2026-01-15T01:00:00.000Z",
    "2026-01-15T02:00:00.000Z",
  ]);
  expect(await ticks("paris", 2)).toEqual(["2026-01-15T01:30:00.000Z", "2026-01-15T01:45:00.000Z"]);
  expect(await ticks("invalid", 0)).toEqual([]);
});

it("starts every tick after a delay of a few seconds and none after a longer one", async () => {
  await synced(await start());
  await clock.set("2026-01-15T00:59:59.500Z");
  await clock.set("2026-01-15T01:00:03Z");
  const afterDelay = ["00", "01", "02", "03"].map((second) => `2026-01-15T01:00:${second}.000Z`);
  expect(await ticks("opening", 4)).toEqual(afterDelay);
  // A suspended machine resumes: the 02:00 tick is an hour old.
  await clock.set("2026-01-15T03:00:30Z");
  expect(await ticks("hourly", 1)).toEqual(["2026-01-15T01:00:00.000Z"]);
  await clock.set("2026-01-15T04:00:00Z");
  expect(await ticks("hourly", 2)).toEqual([
    "2026-01-15T01:00:00.000Z",
    "2026-01-15T04:00:00.000Z",
  ]);
});

it("does not run ticks that were missed while the engine was down", async () => {
  await synced(await start());
  await clock.set("2026-01-15T00:59:59.500Z");
  await clock.set("2026-01-15T01:00:00Z");
  await ticks("hourly", 1);
  await stopEngines();
  clock = createManualClock("2026-01-15T04:30:00Z");
  await synced(await start());
  await clock.set("2026-01-15T04:59:59Z");
  await clock.set("2026-01-15T05:00:00Z");
  expect(await ticks("hourly", 2)).toEqual([
    "2026-01-15T01:00:00.000Z",
    "2026-01-15T05:00:00.000Z",
  ]);
});

it("does not run ticks that were missed while the app was down", async () => {
  const engine = await start();
  await synced(engine);
  await clock.set("2026-01-15T00:59:59.500Z");
  await app.stop();
  // A failed call makes the engine poll the app at once.
  await clock.set("2026-01-15T01:00:00Z");
  await synced(engine, false);
  await clock.set("2026-01-15T02:00:00Z");
  await clock.set("2026-01-15T03:00:00Z");
  app = await startApp(client, functions, appPort);
  await synced(engine);
  await clock.set("2026-01-15T04:00:00Z");
  expect(await ticks("hourly", 2)).toEqual([
    "2026-01-15T01:00:00.000Z",
    "2026-01-15T04:00:00.000Z",
  ]);
});

it("runs a tick once when engines share a database or the clock is set back", async () => {
  await synced(await start());
  await start();
  await clock.set("2026-01-15T00:59:59.500Z");
  await clock.set("2026-01-15T01:00:00Z");
  await ticks("hourly", 1);
  await stopEngines();
  clock = createManualClock("2026-01-15T00:59:30Z");
  await synced(await start());
  await clock.set("2026-01-15T00:59:59.500Z");
  await clock.set("2026-01-15T01:00:01Z");
  await clock.set("2026-01-15T02:00:00Z");
  expect(await ticks("hourly", 2)).toEqual([
    "2026-01-15T01:00:00.000Z",
    "2026-01-15T02:00:00.000Z",
  ]);
});
