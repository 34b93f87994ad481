import type { Inngest } from "inngest";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Engine, startEngine } from "@/sandbox/engine/start-engine";
import { freePort } from "@/sandbox/process/free-port";
import { createClient, EVENT_KEY, SIGNING_KEY, startApp } from "./support/start-app";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually } from "./support/start-harness";

let database: TestDatabase;
let pool: pg.Pool;
let ports: { app: number; first: number; second: number };

beforeAll(async () => {
  database = await startDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The server sends an error to connections that are already closing.
  pool.on("error", () => undefined);
});
beforeEach(async () => {
  await pool.query("DROP SCHEMA IF EXISTS engine CASCADE");
  ports = { app: await freePort(), first: await freePort(), second: await freePort() };
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

function start(port: number): Promise<Engine> {
  return startEngine({
    databaseUrl: database.url,
    port,
    log: pino({ level: "silent" }),
    settings: {
      signingKey: SIGNING_KEY,
      eventKey: EVENT_KEY,
      appUrl: new URL(`http://127.0.0.1:${ports.app}/api/inngest`),
      checkpointing: false,
    },
  });
}

function recorder(client: Inngest, id: string, calls: string[]) {
  return client.createFunction({ id, triggers: { event: "go" } }, async () => {
    calls.push(id);
  });
}

it("stores events until the app connects, and detects a new version of it", async () => {
  const calls: string[] = [];
  const engine = await start(ports.first);
  const client = createClient(engine.url);
  await client.send({ name: "go", data: {} });
  const old = await startApp(client, [recorder(client, "old", calls)], ports.app);
  await eventually(() => (calls.length === 1 ? true : null), "the run of the kept event");
  await old.stop();
  const fresh = await startApp(client, [recorder(client, "fresh", calls)], ports.app);
  await client.send({ name: "go", data: {} });
  // The event matches the old function; the call detects that the app changed or is gone and
  // registers it again.
  await eventually(async () => {
    const known = await pool.query<{ id: string }>("SELECT id FROM engine.functions");
    return known.rows.some((row) => row.id === "test-fresh") || null;
  }, "the new function");
  await client.send({ name: "go", data: {} });
  await eventually(() => (calls.includes("fresh") ? true : null), "the new function's run");
  await engine.stop(0);
  await fresh.stop();
});

it("waits for an unavailable app without using up attempts", async () => {
  const attempts: number[] = [];
  const engine = await start(ports.first);
  const client = createClient(engine.url);
  const functions = [
    client.createFunction(
      { id: "patient", retries: 0, triggers: { event: "go" } },
      async ({ attempt, step }) => {
        await step.sleep("nap", "1s");
        attempts.push(attempt);
      },
    ),
  ];
  const app = await startApp(client, functions, ports.app);
  await client.send({ name: "go", data: {} });
  await eventually(async () => {
    const found = await pool.query("SELECT 1 FROM engine.steps WHERE status = 'sleeping'");
    return found.rowCount === 1 ? true : null;
  }, "the sleep");
  await app.stop();
  await eventually(async () => {
    const found = await pool.query("SELECT 1 FROM engine.jobs WHERE unreachable >= 2");
    return found.rowCount === 1 ? true : null;
  }, "calls to nobody");
  const again = await startApp(client, functions, ports.app);
  await eventually(() => (attempts.length === 1 ? true : null), "the run");
  expect(attempts).toEqual([0]);
  await engine.stop(0);
  await again.stop();
});

it("releases unfinished calls when it stops", async () => {
  let begun = 0;
  const engine = await start(ports.first);
  const client = createClient(engine.url);
  const app = await startApp(
    client,
    [
      client.createFunction({ id: "slow", triggers: { event: "go" } }, async ({ step }) => {
        await step.run("slow", async () => {
          begun += 1;
          if (begun === 1) await new Promise(() => undefined);
          return "done";
        });
      }),
    ],
    ports.app,
  );
  await client.send({ name: "go", data: {} });
  await eventually(() => (begun === 1 ? true : null), "the call");
  await engine.stop(0);
  const left = await pool.query("SELECT lease FROM engine.jobs");
  expect(left.rows).toEqual([{ lease: null }]);
  const next = await start(ports.second);
  await eventually(() => (begun === 2 ? true : null), "the repeated call");
  await next.stop();
  await app.stop();
});

it("runs one of two engines; the other accepts events and takes over at once", async () => {
  const calls: string[] = [];
  const client = createClient(`http://127.0.0.1:${ports.second}`);
  const app = await startApp(client, [recorder(client, "shared", calls)], ports.app);
  const first = await start(ports.first);
  await eventually(() => (first.isOwner() ? true : null), "the first owner");
  const second = await start(ports.second);
  await client.send({ name: "go", data: {} });
  await eventually(() => (calls.length === 1 ? true : null), "the run by the owner");
  expect([first.isOwner(), second.isOwner()]).toEqual([true, false]);
  await first.stop(0);
  await eventually(() => (second.isOwner() ? true : null), "the take-over");
  await client.send({ name: "go", data: {} });
  await eventually(() => (calls.length === 2 ? true : null), "the run by the second owner");
  await second.stop(0);
  await app.stop();
});
