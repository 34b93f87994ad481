import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "./support/start-app";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually } from "./support/start-harness";
import { buildProcesses, type Processes, startProcesses } from "./support/start-processes";

const STEPS = 5;
const SUM = 10;
const TARGET_PROCESSES = { app: ["app"], engine: ["engine"], both: ["app", "engine"] } as const;

let database: TestDatabase;
let pool: pg.Pool;
let nextRun = 0;

beforeAll(async () => {
  [database] = await Promise.all([startDatabase(), buildProcesses()]);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
  await pool.query("CREATE TABLE hits (run integer, step integer)");
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** Starts runs of the multi-step function. @returns their numbers */
async function start(processes: Processes, count: number): Promise<number[]> {
  const runs = Array.from({ length: count }, () => nextRun++);
  const events = runs.map((run) => ({ id: `run-${run}`, name: "long", data: { run } }));
  const client = createClient(processes.engineUrl);
  // The SDK stops retrying an unavailable engine after three seconds; the tests do not.
  const send = () =>
    client.send(events).then(
      () => true,
      () => null,
    );
  await eventually(send, "the engine");
  return runs;
}

/** The number of starts of each step of a run, in step order. */
async function hits(run: number): Promise<number[]> {
  const found = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM hits WHERE run = $1 GROUP BY step ORDER BY step",
    [run],
  );
  return found.rows.map((row) => row.count);
}

/** Waits until all runs have ended and expects their results. */
async function completed(runs: readonly number[], timeoutMs = 60_000): Promise<void> {
  const ended = await eventually(
    async () => {
      const found = await pool.query<{ status: string; output: unknown; error: unknown }>(
        `SELECT status, output, error FROM engine.runs
         WHERE status IN ('completed', 'failed')
           AND (event -> 'data' ->> 'run')::int = ANY($1)`,
        [runs],
      );
      return found.rows.length >= runs.length ? found.rows : null;
    },
    `the end of ${runs.length} runs`,
    timeoutMs,
  );
  expect(ended).toEqual(runs.map(() => ({ status: "completed", output: SUM, error: null })));
}

async function crash(processes: Processes, target: keyof typeof TARGET_PROCESSES): Promise<void> {
  for (const name of TARGET_PROCESSES[target]) await processes.kill(name);
  for (const name of TARGET_PROCESSES[target]) processes.start(name);
}

describe.each([false, true])("kill -9 in a step, checkpointing %s", (checkpointing) => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await startProcesses(database.url, { checkpointing, steps: STEPS, stepMs: 100 });
  });
  afterAll(() => processes.stop());

  it.each(["app", "engine", "both"] as const)(
    "of %s: continues after the last step",
    async (target) => {
      const [run = -1] = await start(processes, 1);
      await eventually(
        async () => ((await hits(run)).length === 3 ? true : null),
        "step 3",
        30_000,
      );
      await crash(processes, target);
      await completed([run]);
      // Memoised steps are not repeated; at most the interrupted one, the third or a later one,
      // starts again.
      const counts = await hits(run);
      expect(counts.slice(0, 2)).toEqual([1, 1]);
      expect(counts).toHaveLength(STEPS);
      expect(counts.reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(1);
    },
  );

  it("repeatedly: every run completes and no memoised step repeats", async () => {
    const runs = await start(processes, 10);
    const total = async () => (await pool.query("SELECT 1 FROM hits")).rowCount ?? 0;
    const rounds = ["app", "engine", "both"] as const;
    for (const target of rounds) {
      const before = await total();
      await eventually(async () => ((await total()) > before ? true : null), "progress", 30_000);
      await crash(processes, target);
    }
    await completed(runs);
    for (const run of runs) {
      const counts = await hits(run);
      expect(counts).toHaveLength(STEPS);
      const repeated = counts.reduce((sum, count) => sum + count - 1, 0);
      expect(repeated).toBeLessThanOrEqual(rounds.length);
    }
  });

  it("of the database: the engine waits and continues", async () => {
    const runs = await start(processes, 3);
    await eventually(async () => ((await hits(runs[0] ?? -1)).length >= 2 ? true : null), "step 2");
    await database.crash();
    await completed(runs);
  });

  it("of every connection, repeatedly: no run waits for its lease to expire", async () => {
    const runs = await start(processes, 10);
    for (let cut = 0; cut < 60; cut += 1) {
      await pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'job-engine'",
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await completed(runs, 40_000);
  });
});
