import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "./support/start-app";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually } from "./support/start-harness";
import { buildProcesses, type Processes, startProcesses } from "./support/start-processes";

const STEPS = 5;
const SUM = 10;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  [database] = await Promise.all([startDatabase(), buildProcesses()]);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});
beforeEach(async () => {
  await pool.query("DROP SCHEMA IF EXISTS engine CASCADE");
  await pool.query("DROP TABLE IF EXISTS hits");
  await pool.query("CREATE TABLE hits (run integer, step integer)");
});

/** The SDK gives up on an engine that is away for three seconds; the tests do not. */
async function send(processes: Processes, runs: number): Promise<void> {
  const events = Array.from({ length: runs }, (_, run) => ({
    id: `run-${run}`,
    name: "long",
    data: { run },
  }));
  const client = createClient(processes.engineUrl);
  await eventually(
    () =>
      client.send(events).then(
        () => true,
        () => null,
      ),
    "the engine",
  );
}

/** How often each step of a run was begun. */
async function hits(run: number): Promise<number[]> {
  const found = await pool.query<{ step: number; count: number }>(
    "SELECT step, count(*)::int AS count FROM hits WHERE run = $1 GROUP BY step ORDER BY step",
    [run],
  );
  return found.rows.map((row) => row.count);
}

async function outputs(): Promise<unknown[]> {
  const found = await pool.query<{ output: unknown }>(
    "SELECT output FROM engine.runs WHERE status = 'completed'",
  );
  return found.rows.map((row) => row.output);
}

const CASES = (["app", "engine", "both"] as const).flatMap((victim) =>
  [false, true].map((checkpointing) => ({ victim, checkpointing })),
);

describe("kill -9 in the middle of a step", () => {
  it.each(CASES)("of $victim, checkpointing $checkpointing: goes on from there", async (it) => {
    const processes = await startProcesses(database.url, {
      checkpointing: it.checkpointing,
      steps: STEPS,
      stepMs: 120,
    });
    try {
      await send(processes, 1);
      await eventually(async () => ((await hits(0)).length >= 3 ? true : null), "step 3");
      const victims = it.victim === "both" ? (["app", "engine"] as const) : [it.victim];
      for (const victim of victims) await processes.kill(victim);
      for (const victim of victims) processes.start(victim);
      expect(
        await eventually(
          async () => ((await outputs()).length === 1 ? outputs() : null),
          "the end",
        ),
      ).toEqual([SUM]);
      // Steps that were memoised stay done; the interrupted one is begun again.
      expect(await hits(0)).toEqual([1, 1, 2, 1, 1]);
    } finally {
      await processes.stop();
    }
  });

  it("again and again: every run completes, nothing memoised is repeated", async () => {
    const runs = 12;
    const processes = await startProcesses(database.url, {
      checkpointing: true,
      steps: STEPS,
      stepMs: 60,
    });
    try {
      await send(processes, runs);
      const order = ["app", "engine", "app", "both", "engine", "app"] as const;
      for (const [round, kill] of order.entries()) {
        const before = (await pool.query("SELECT 1 FROM hits")).rowCount ?? 0;
        await eventually(
          async () =>
            ((await pool.query("SELECT 1 FROM hits")).rowCount ?? 0) > before ||
            (await outputs()).length === runs
              ? true
              : null,
          `progress in round ${round}`,
        );
        const victims = kill === "both" ? (["app", "engine"] as const) : [kill];
        for (const victim of victims) await processes.kill(victim);
        for (const victim of victims) processes.start(victim);
      }
      await eventually(
        async () => ((await outputs()).length === runs ? true : null),
        "all runs",
        15_000,
      );
      expect(await outputs()).toEqual(Array(runs).fill(SUM));
      for (let run = 0; run < runs; run++) {
        const counts = await hits(run);
        const repeats = counts.reduce((sum, count) => sum + count - 1, 0);
        expect(counts).toHaveLength(STEPS);
        expect(repeats).toBeLessThanOrEqual(order.length);
      }
    } finally {
      await processes.stop();
    }
  });

  it("of the database: the engine waits and goes on", async () => {
    const processes = await startProcesses(database.url, {
      checkpointing: false,
      steps: STEPS,
      stepMs: 100,
    });
    try {
      await send(processes, 3);
      await eventually(async () => ((await hits(0)).length >= 2 ? true : null), "step 2");
      await database.crash();
      await eventually(
        async () => ((await outputs().catch(() => [])).length === 3 ? true : null),
        "all runs",
      );
    } finally {
      await processes.stop();
    }
  });
});
