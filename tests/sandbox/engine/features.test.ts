import { NonRetriableError, RetryAfterError, referenceFunction } from "inngest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLatch } from "../../setup/create-latch";
import { startDatabase, type TestDatabase } from "./support/start-database";
import {
  remoteUrl,
  type Scenarios,
  startEmbeddedScenarios,
  startRemoteScenarios,
} from "./support/start-scenarios";

/** Counts executions of the body of a step or function. */
function createCounter() {
  const counts = new Map<string, number>();
  return {
    hit(name: string): number {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
    of: (name: string) => counts.get(name) ?? 0,
  };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

type Functions = Parameters<typeof startEmbeddedScenarios>[1];
const MODES: [mode: string, start: (functions: Functions) => Promise<Scenarios>][] = [
  ["one step a call", (functions) => startEmbeddedScenarios(database.url, functions, false)],
  ["checkpointing", (functions) => startEmbeddedScenarios(database.url, functions, true)],
];
const url = remoteUrl();
if (url === null) process.stdout.write("engine suite: no INNGEST_URL, a real Inngest is skipped\n");
else MODES.push(["a real Inngest", (functions) => startRemoteScenarios(url, functions)]);

describe.each(MODES)("functions of the unmodified SDK, %s", (mode, start) => {
  const isEmbedded = mode !== "a real Inngest";
  const count = createCounter();
  const attempts: number[] = [];
  const seen: Record<string, unknown[]> = { failures: [], times: [], order: [] };
  const raceGoesOn = createLatch();
  const allTaken = createLatch();
  const gauge = { nowByKey: new Map<string, number>(), peakByKey: new Map<string, number>() };
  let engine: Scenarios;

  beforeAll(async () => {
    engine = await start((client) => [
      client.createFunction(
        { id: "chain", triggers: { event: "chain" } },
        async ({ event, step }) => {
          const one = await step.run("one", () => count.hit("one"));
          const two = await step.run("two", () => count.hit("two") + one);
          const none = await step.run("nothing", () => undefined);
          return { text: event.data.text, two, none };
        },
      ),
      client.createFunction({ id: "sleeper", triggers: { event: "sleeper" } }, async ({ step }) => {
        await step.run("before", () => count.hit("before"));
        await step.sleep("a-second", "1s");
        await step.sleepUntil("the-past", new Date(0));
        return step.run("after", () => count.hit("after"));
      }),
      client.createFunction(
        { id: "conditional", triggers: { event: "order", if: "event.data.amount > 100" } },
        async ({ event }) => event.data.amount,
      ),
      client.createFunction(
        { id: "wildcard", triggers: { event: "shop/*" } },
        async ({ event }) => event.name,
      ),
      client.createFunction({ id: "sender", triggers: { event: "sender" } }, async ({ step }) => {
        const sent = await step.sendEvent("send", [
          { name: "order", data: { amount: 500 } },
          { name: "order", data: { amount: 5 } },
        ]);
        return sent.ids.length;
      }),
      client.createFunction(
        { id: "flaky", retries: 3, triggers: { event: "flaky" } },
        async ({ step, attempt }) => {
          await step.run("fine", () => count.hit("fine"));
          const value = await step.run("flaky", () => {
            attempts.push(attempt);
            if (count.hit("flaky") < 3) throw new Error("not yet");
            return "done";
          });
          await step.run("then", () => count.hit("then"));
          return value;
        },
      ),
      client.createFunction(
        { id: "later", retries: 2, triggers: { event: "later" } },
        async ({ step }) =>
          step.run("later", () => {
            seen.times?.push(Date.now());
            if (count.hit("later") === 1) throw new RetryAfterError("wait", "1s");
            return "ok";
          }),
      ),
      client.createFunction(
        { id: "catcher", retries: 1, triggers: { event: "catcher" } },
        async ({ step }) => {
          try {
            await step.run("broken", () => {
              count.hit("broken");
              throw new TypeError("for good");
            });
          } catch (error) {
            const message = error instanceof Error ? error.message : "";
            return step.run("fallback", () => `caught: ${message}`);
          }
          return "unreachable";
        },
      ),
      client.createFunction(
        {
          id: "failing",
          retries: 1,
          triggers: { event: "failing" },
          onFailure: ({ event, error }) => {
            seen.failures?.push({
              message: error.message,
              original: event.data.event.data,
              functionId: event.data.function_id,
            });
          },
        },
        async () => {
          count.hit("failing");
          throw new Error("out of luck");
        },
      ),
      client.createFunction(
        { id: "hopeless", retries: 5, triggers: { event: "hopeless" } },
        async ({ step }) => {
          await step.run("hopeless", () => {
            count.hit("hopeless");
            throw new NonRetriableError("never");
          });
        },
      ),
      client.createFunction({ id: "waiter", triggers: { event: "waiter" } }, async ({ step }) => {
        const paid = await step.waitForEvent("paid", {
          event: "paid",
          match: "data.orderId",
          timeout: "1m",
        });
        count.hit("paid");
        const big = await step.waitForEvent("big", {
          event: "paid",
          if: "async.data.amount >= 50",
          timeout: "1m",
        });
        count.hit("big");
        const none = await step.waitForEvent("none", { event: "never", timeout: "1s" });
        return [paid?.data.amount, big?.data.amount, none];
      }),
      client.createFunction(
        {
          id: "limited",
          concurrency: { limit: 2, key: "event.data.key" },
          triggers: { event: "limited" },
        },
        async ({ event, step }) => {
          await step.run("work", async () => {
            const key = String(event.data.key);
            const now = (gauge.nowByKey.get(key) ?? 0) + 1;
            gauge.nowByKey.set(key, now);
            gauge.peakByKey.set(key, Math.max(gauge.peakByKey.get(key) ?? 0, now));
            // The first ones keep their slots until all slots are taken at the same time.
            if (gauge.nowByKey.get("x") === 2 && gauge.nowByKey.get("y") === 2) allTaken.open();
            await allTaken.opened;
            gauge.nowByKey.set(key, (gauge.nowByKey.get(key) ?? 0) - 1);
          });
        },
      ),
      client.createFunction(
        { id: "parallel", triggers: { event: "parallel" } },
        async ({ step }) => {
          const branch = async (name: string) => {
            const first = await step.run(`${name}1`, () => count.hit(`${name}1`));
            await step.sleep(`${name}-nap`, name === "b" ? "1s" : 0);
            return step.run(`${name}2`, () => count.hit(`${name}2`) + first);
          };
          const sums = await Promise.all([
            branch("a"),
            branch("b"),
            step.run("c", () => count.hit("c")),
          ]);
          return step.run("join", () => count.hit("join") && sums);
        },
      ),
      client.createFunction(
        { id: "race", triggers: { event: "race" } },
        async ({ step, group }) => {
          const winner = await group.parallel(() =>
            Promise.race([
              step.run("slow", async () => {
                // Held until the function has continued, which is the purpose of a race.
                await raceGoesOn.opened;
                seen.order?.push("slow");
                return "slow";
              }),
              step.run("fast", () => "fast"),
            ]),
          );
          await step.run("next", () => {
            seen.order?.push("next");
            raceGoesOn.open();
          });
          return winner;
        },
      ),
      client.createFunction({ id: "caller", triggers: { event: "caller" } }, ({ step }) =>
        step
          .invoke("callee", { function: referenceFunction({ functionId: "chain" }), data: {} })
          .catch((error: Error) => error.message),
      ),
      client.createFunction({ id: "twice", triggers: { event: "twice" } }, async () => null),
      client.createFunction(
        { id: "ticker", triggers: { cron: "* * * * * *" } },
        async ({ event }) => {
          count.hit("tick");
          return event.name;
        },
      ),
      client.createFunction(
        { id: "unicode", triggers: { event: "unicode" } },
        async ({ event, step }) => step.run("echo \0", () => event.data),
      ),
    ]);
  });
  afterAll(() => engine.stop());

  it.concurrent("runs each step once and passes its result on", async () => {
    await engine.client.send({ name: "chain", data: { text: "Grüße 🚀" } });
    const [run] = await engine.ended("chain");
    expect(run).toMatchObject({
      status: "completed",
      output: { text: "Grüße 🚀", two: 2, none: null },
    });
    expect([count.of("one"), count.of("two")]).toEqual([1, 1]);
  });

  it.concurrent("sleeps, but not until a time in the past", async () => {
    const startedAt = Date.now();
    await engine.client.send({ name: "sleeper", data: {} });
    await engine.ended("sleeper");
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect([count.of("before"), count.of("after")]).toEqual([1, 1]);
  });

  it.concurrent("sends events from a step and applies a trigger's condition", async () => {
    await engine.client.send({ name: "sender", data: {} });
    const [sender] = await engine.ended("sender");
    expect(sender?.output).toBe(2);
    const orders = await engine.ended("conditional");
    expect(orders.map((run) => run.output)).toEqual([500]);
  });

  it.concurrent("starts functions by a wildcard", async () => {
    await engine.client.send({ name: "shop/opened", data: {} });
    expect((await engine.ended("wildcard"))[0]?.output).toBe("shop/opened");
  });

  it.concurrent("retries only the failed step and numbers its attempts", async () => {
    await engine.client.send({ name: "flaky", data: {} });
    const [run] = await engine.ended("flaky");
    expect(run?.output).toBe("done");
    expect(attempts).toEqual([0, 1, 2]);
    expect([count.of("fine"), count.of("flaky"), count.of("then")]).toEqual([1, 3, 1]);
  });

  it.concurrent("waits as long as RetryAfterError says", async () => {
    await engine.client.send({ name: "later", data: {} });
    expect((await engine.ended("later"))[0]?.output).toBe("ok");
    const [first, second] = seen.times ?? [];
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990);
  });

  it.concurrent("lets a function catch a step that failed for good", async () => {
    await engine.client.send({ name: "catcher", data: {} });
    expect((await engine.ended("catcher"))[0]?.output).toBe("caught: for good");
    expect(count.of("broken")).toBe(2);
  });

  it.concurrent("calls onFailure once with the error and the original event", async () => {
    await engine.client.send({ name: "failing", data: { order: 7 } });
    const [run] = await engine.ended("failing");
    expect(run).toMatchObject({ status: "failed", error: { message: "out of luck" } });
    await engine.ended("failing-failure");
    expect(count.of("failing")).toBe(2);
    expect(seen.failures).toEqual([
      { message: "out of luck", original: { order: 7 }, functionId: "test-failing" },
    ]);
  });

  it.concurrent("does not retry a NonRetriableError", async () => {
    await engine.client.send({ name: "hopeless", data: {} });
    const [run] = await engine.ended("hopeless");
    expect(run).toMatchObject({ status: "failed", error: { message: "never" } });
    expect(count.of("hopeless")).toBe(1);
  });

  it.concurrent("waits for the event that matches, or until the time is up", async () => {
    await engine.client.send({ name: "waiter", data: { orderId: "A" } });
    await engine.sendToWaiting(
      { name: "paid", runs: 1 },
      [
        { name: "paid", data: { orderId: "B", amount: 1 } },
        { name: "paid", data: { orderId: "A", amount: 2 } },
      ],
      () => count.of("paid") > 0,
    );
    await engine.sendToWaiting(
      { name: "big", runs: 1 },
      [
        { name: "paid", data: { orderId: "A", amount: 3 } },
        { name: "paid", data: { orderId: "C", amount: 77 } },
      ],
      () => count.of("big") > 0,
    );
    expect((await engine.ended("waiter"))[0]?.output).toEqual([2, 77, null]);
  });

  it.concurrent("applies a concurrency limit per key and uses all of it", async () => {
    const events = ["x", "y"].flatMap((key) =>
      Array.from({ length: 6 }, () => ({ name: "limited", data: { key } })),
    );
    await engine.client.send(events);
    const runs = await engine.ended("limited", 12);
    expect(runs.every((run) => run.status === "completed")).toBe(true);
    expect([gauge.peakByKey.get("x"), gauge.peakByKey.get("y")]).toEqual([2, 2]);
  });

  it.concurrent("joins parallel branches of several steps", async () => {
    await engine.client.send({ name: "parallel", data: {} });
    expect((await engine.ended("parallel"))[0]?.output).toEqual([2, 2, 1]);
    for (const name of ["a1", "a2", "b1", "b2", "c", "join"]) expect(count.of(name)).toBe(1);
  });

  it.concurrent("continues with the winner of a race before the loser has ended", async () => {
    await engine.client.send({ name: "race", data: {} });
    expect((await engine.ended("race"))[0]).toMatchObject({ status: "completed", output: "fast" });
    expect(seen.order).toEqual(["next", "slow"]);
  });

  it.concurrent("accepts an event id once", async () => {
    const same = { id: "same-id", name: "twice", data: {} };
    const first = await engine.client.send(same);
    const second = await engine.client.send(same);
    expect(second.ids).toEqual(first.ids);
    expect(await engine.ended("twice")).toHaveLength(1);
  });

  it.runIf(isEmbedded).concurrent("fails an unsupported step by name", async () => {
    await engine.client.send({ name: "caller", data: {} });
    expect((await engine.ended("caller"))[0]?.output).toBe(
      "InvokeFunction is not supported by the embedded job engine",
    );
  });

  // Only the embedded engine supports schedules in seconds.
  it.runIf(isEmbedded).concurrent("fires a cron every second, once per tick", async () => {
    const ticks = (await engine.ended("ticker", 3)).map((run) => Number(run.event.ts));
    expect(new Set(ticks).size).toBe(ticks.length);
    expect(ticks.every((tick) => tick % 1_000 === 0)).toBe(true);
  });

  it.concurrent("preserves every character of a payload", async () => {
    const data = {
      nul: "a\u0000b",
      quote: `"'\\`,
      lines: "\u2028",
      emoji: "👩‍🚀",
      half: "\ud800",
      big: 2 ** 53,
    };
    await engine.client.send({ name: "unicode", data });
    expect((await engine.ended("unicode"))[0]?.output).toEqual(data);
  });

  it.runIf(isEmbedded)("leaves no job and no open step after a run has ended", async () => {
    const left = await engine.embedded?.pool.query(
      `SELECT run.function_id FROM engine.runs run
       WHERE run.ended_at IS NOT NULL AND (
         EXISTS (SELECT 1 FROM engine.jobs WHERE run_id = run.id) OR
         EXISTS (SELECT 1 FROM engine.steps WHERE run_id = run.id
                 AND status NOT IN ('completed', 'failed', 'cancelled')))`,
    );
    expect(left?.rows).toEqual([]);
  });
});
