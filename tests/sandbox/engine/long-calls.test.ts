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

it("leaves calls for other functions while all calls of one wait", async () => {
  let waiting = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const engine = await startHarness(
    database.url,
    (client) => [
      client.createFunction({ id: "slow", triggers: { event: "slow" } }, async ({ step }) => {
        await step.run("wait", async () => {
          waiting += 1;
          await opened;
        });
      }),
      client.createFunction({ id: "quick", triggers: { event: "quick" } }, async () => "done"),
    ],
    { callsMax: 4 },
  );
  await engine.client.send(Array.from({ length: 8 }, () => ({ name: "slow", data: {} })));
  await eventually(async () => (waiting === 3 ? true : null), "three slow calls");
  await engine.client.send({ name: "quick", data: {} });
  expect((await engine.ended("quick"))[0]?.output).toBe("done");
  expect(waiting).toBe(3);
  open();
  await engine.ended("slow", 8);
  await engine.stop();
});
