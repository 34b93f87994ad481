import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually, startHarness } from "./support/start-harness";

const RUNS = 12;
/** The SDK also calls the end of a function "complete". */
const STEPS = ["one", "two", "three", "four", "five", "complete"];

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

/** The SDK returns a call at its timeout, whatever step it is at. */
it.each([
  { maxRuntime: 20, bufferedSteps: 1 },
  { maxRuntime: 50, bufferedSteps: 1 },
  { maxRuntime: 50, bufferedSteps: 3 },
])("loses no step of calls that time out: %o", async (checkpointing) => {
  const ran = new Map<string, number>();
  const engine = await startHarness(database.url, (client) => [
    client.createFunction(
      { id: "long", triggers: { event: "long" }, checkpointing },
      async ({ event, step }) => {
        for (const name of STEPS) {
          await step.run(name, async () => {
            const key = `${event.data.number}:${name}`;
            ran.set(key, (ran.get(key) ?? 0) + 1);
            await sleep(15);
          });
        }
        return event.data.number;
      },
    ),
  ]);
  await engine.client.send(
    Array.from({ length: RUNS }, (_, number) => ({ name: "long", data: { number } })),
  );
  const ended = await engine.ended("long", RUNS);
  await engine.stop();
  expect(ended.map((run) => run.error)).toEqual(ended.map(() => null));
  expect(ran.size).toBe(RUNS * STEPS.length);
  expect([...ran.values()].every((times) => times === 1)).toBe(true);
});

it("runs other functions while a waiting run has a lower limit than the latest one", async () => {
  const open = new Map<string, () => void>();
  const gate = (name: string) => new Promise<void>((resolve) => open.set(name, resolve));
  const engine = await startHarness(
    database.url,
    (client) => [
      client.createFunction(
        { id: "limited", concurrency: 2, triggers: { event: "limited" } },
        async ({ event }) => gate(`limited ${event.data.number}`),
      ),
      client.createFunction({ id: "other", triggers: { event: "other" } }, async () =>
        gate("other"),
      ),
      client.createFunction({ id: "quick", triggers: { event: "quick" } }, async () => "done"),
    ],
    { callsMax: 2 },
  );
  const isRunning = (name: string) =>
    eventually(async () => (open.has(name) ? true : null), `the call ${name}`);
  await engine.client.send({ name: "limited", data: { number: 1 } });
  await isRunning("limited 1");
  await engine.client.send({ name: "other", data: {} });
  await isRunning("other");
  await engine.client.send({ name: "limited", data: { number: 2 } });
  await eventually(async () => ((await engine.runs("limited"))[1] ? true : null), "a second run");
  // As stored by a release with this limit.
  await engine.pool.query(
    `UPDATE engine.runs SET concurrency = jsonb_set(concurrency::jsonb, '{0,limit}', '1')
     WHERE function_id = 'test-limited' AND status <> 'completed'`,
  );
  open.get("other")?.();
  await engine.client.send({ name: "quick", data: {} });
  expect((await engine.ended("quick"))[0]?.output).toBe("done");
  open.get("limited 1")?.();
  await isRunning("limited 2");
  open.get("limited 2")?.();
  await engine.ended("limited", 2);
  await engine.stop();
});
