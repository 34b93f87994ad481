import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLimiter, type Limiter, LimiterUnavailableError } from "@/lib/ratelimit/limiter";
import { freePort } from "@/sandbox/process/free-port";
import { type Store, startStore } from "@/sandbox/store/start-store";

const TOKEN = "test-token";
const RULE = { quota: 3, windowSeconds: 60 };
let store: Store;
let limiter: Limiter;

beforeAll(async () => {
  store = await startStore({ port: 0, token: TOKEN, log: pino({ level: "silent" }) });
  limiter = createLimiter({ url: store.url, token: TOKEN });
});
afterAll(() => store.stop());

describe("limiter", () => {
  it("admits exactly the quota, also at once", async () => {
    const decisions = await Promise.all(
      Array.from({ length: 20 }, () => limiter.limit("burst", RULE, "caller")),
    );
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(3);
    const refused = decisions.filter(({ admitted }) => !admitted);
    for (const { remaining, resetSeconds, quota } of refused) {
      expect({ remaining, quota }).toEqual({ remaining: 0, quota: 3 });
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  it("keeps an honest promise: after the wait the next request is admitted", async () => {
    const rule = { quota: 1, windowSeconds: 1 };
    expect((await limiter.limit("honest", rule, "a")).admitted).toBe(true);
    const refused = await limiter.limit("honest", rule, "a");
    expect(refused).toMatchObject({ admitted: false, resetSeconds: 1 });
    const deadline = Date.now() + refused.resetSeconds * 1000;
    let decision = refused;
    while (!decision.admitted && Date.now() < deadline + 50) {
      decision = await limiter.limit("honest", rule, "a");
    }
    expect(decision.admitted).toBe(true);
  });

  it("counts callers and rules apart, and does not count what it refuses", async () => {
    for (let i = 0; i < 3; i += 1) await limiter.limit("apart", RULE, "a");
    for (let i = 0; i < 5; i += 1) await limiter.limit("apart", RULE, "a");
    expect((await limiter.limit("apart", RULE, "b")).admitted).toBe(true);
    expect((await limiter.limit("other", RULE, "a")).admitted).toBe(true);
  });
});

describe("a limiter that counts locally", () => {
  const now = () => 1_000_000 * 60_000;

  it("shares its counts with other processes through the store", async () => {
    const rule = { quota: 100, windowSeconds: 60 };
    const [first, second] = [0, 1].map(() => createLimiter({ url: store.url, token: TOKEN, now }));
    for (let i = 0; i < 95; i += 1) first?.limitLocally("local", rule, "a");
    let admitted = 0;
    await vi.waitFor(
      () => {
        const decision = second?.limitLocally("local", rule, "a");
        if (decision?.admitted) admitted += 1;
        expect(decision).toMatchObject({ admitted: false, remaining: 0 });
      },
      { timeout: 20_000, interval: 100 },
    );
    // Alone it would have admitted 100.
    expect(admitted).toBeLessThan(100);
  });

  it("goes on counting without its store, and says that it cannot share", async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const url = `http://127.0.0.1:${await freePort()}`;
    const orphan = createLimiter({ url, token: TOKEN, now, onFailure });
    const decisions = Array.from({ length: 5 }, () => orphan.limitLocally("orphan", RULE, "a"));
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), { timeout: 10_000 });
  });
});

describe("a limiter without its store", () => {
  it("says so at once when nothing listens", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const orphan = createLimiter({ url, token: TOKEN });
    await expect(orphan.limit("x", RULE, "a")).rejects.toThrow(LimiterUnavailableError);
    expect(await orphan.isHealthy()).toBe(false);
  });

  it("gives up on a store that accepts and never answers", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const waiting = createLimiter({ url: `http://127.0.0.1:${port}`, token: TOKEN });
    await expect(waiting.limit("x", RULE, "a")).rejects.toThrow(LimiterUnavailableError);
    silent.closeAllConnections();
    silent.close();
  });

  it("waits while a busy store answers others, and no longer once it is silent", async () => {
    const queue: ServerResponse[] = [];
    const busy = createServer((_request, response) => queue.push(response));
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const { port } = busy.address() as AddressInfo;
    const patient = createLimiter({ url: `http://127.0.0.1:${port}`, token: TOKEN });
    const calls: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i += 1) {
      calls.push(patient.limit("x", RULE, "a"));
      // Calls of one turn would share a request.
      await new Promise(setImmediate);
    }
    const outcomes = Promise.allSettled(calls);
    const admitted = [{ result: [1, 2, Buffer.from("60000").toString("base64")] }];
    let answers = 0;
    const timer = setInterval(() => {
      queue.shift()?.end(JSON.stringify(admitted));
      answers += 1;
      if (answers === 12) clearInterval(timer);
    }, 100);
    const states = (await outcomes).map(({ status }) => status);
    expect(states.filter((status) => status === "fulfilled")).toHaveLength(12);
    busy.closeAllConnections();
    busy.close();
  });

  it("says so when the token is wrong", async () => {
    const stranger = createLimiter({ url: store.url, token: "wrong" });
    await expect(stranger.limit("x", RULE, "a")).rejects.toThrow(LimiterUnavailableError);
  });
});
