import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addressBuckets, subjectBuckets } from "@/lib/http/buckets";
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
      Array.from({ length: 20 }, () => limiter.limit("burst", RULE, subjectBuckets("caller"))),
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
    expect((await limiter.limit("honest", rule, subjectBuckets("a"))).admitted).toBe(true);
    const refused = await limiter.limit("honest", rule, subjectBuckets("a"));
    expect(refused).toMatchObject({ admitted: false, resetSeconds: 1 });
    const deadline = Date.now() + refused.resetSeconds * 1000;
    let decision = refused;
    while (!decision.admitted && Date.now() < deadline + 50) {
      decision = await limiter.limit("honest", rule, subjectBuckets("a"));
    }
    expect(decision.admitted).toBe(true);
  });

  it("counts callers and rules apart, and does not count what it refuses", async () => {
    for (let i = 0; i < 3; i += 1) await limiter.limit("apart", RULE, subjectBuckets("a"));
    for (let i = 0; i < 5; i += 1) await limiter.limit("apart", RULE, subjectBuckets("a"));
    expect((await limiter.limit("apart", RULE, subjectBuckets("b"))).admitted).toBe(true);
    expect((await limiter.limit("other", RULE, subjectBuckets("a"))).admitted).toBe(true);
  });
});

describe("a limiter with networks", () => {
  const count = (rule: string, address: string) =>
    limiter.limit(rule, RULE, addressBuckets(address));
  const admittedOf = async (rule: string, addresses: string[]) => {
    let admitted = 0;
    for (const address of addresses) admitted += (await count(rule, address)).admitted ? 1 : 0;
    return admitted;
  };

  it("admits twice a caller's quota to an IPv6 /56 and eight times to a /48 or an IPv4 /24", async () => {
    const of = (from: (n: number) => string) => Array.from({ length: 60 }, (_, n) => from(n));
    expect(
      await admittedOf(
        "net",
        of((n) => `2001:db8:1:${n.toString(16)}::1`),
      ),
    ).toBe(6);
    expect(
      await admittedOf(
        "net",
        of((n) => `2001:db8:2:${n.toString(16)}00::1`),
      ),
    ).toBe(24);
    expect(
      await admittedOf(
        "net",
        of((n) => `203.0.113.${n}`),
      ),
    ).toBe(24);
  });

  it("does not record a refused request anywhere, so no caller uses up its neighbours' quota", async () => {
    for (let i = 0; i < 100; i += 1) await count("neighbours", "203.0.115.1");
    const others = Array.from({ length: 9 }, (_, n) => `203.0.115.${n + 2}`);
    expect(await admittedOf("neighbours", others)).toBe(9);
  });

  it("answers when the network has room again", async () => {
    const rule = { quota: 1, windowSeconds: 1 };
    const from = (n: number) => limiter.limit("full", rule, addressBuckets(`203.0.116.${n}`));
    for (let n = 0; n < 8; n += 1) await from(n);
    const refused = await from(99);
    expect(refused).toMatchObject({ admitted: false, remaining: 0, resetSeconds: 1 });
    await vi.waitFor(async () => expect((await from(99)).admitted).toBe(true), { timeout: 1_500 });
  });
});

describe("a limiter that counts locally", () => {
  const now = () => 1_000_000 * 60_000;

  it("shares its counts with other processes through the store", async () => {
    const rule = { quota: 100, windowSeconds: 60 };
    const [first, second] = [0, 1].map(() => createLimiter({ url: store.url, token: TOKEN, now }));
    for (let i = 0; i < 95; i += 1) first?.limitLocally("local", rule, subjectBuckets("a"));
    let admitted = 0;
    await vi.waitFor(
      () => {
        const decision = second?.limitLocally("local", rule, subjectBuckets("a"));
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
    const decisions = Array.from({ length: 5 }, () =>
      orphan.limitLocally("orphan", RULE, subjectBuckets("a")),
    );
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), { timeout: 10_000 });
  });
});

describe("a limiter without its store", () => {
  it("says so at once when nothing listens", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const orphan = createLimiter({ url, token: TOKEN });
    await expect(orphan.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    expect(await orphan.isHealthy()).toBe(false);
  });

  it("gives up on a store that accepts and never answers", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const waiting = createLimiter({ url: `http://127.0.0.1:${port}`, token: TOKEN });
    await expect(waiting.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
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
      calls.push(patient.limit("x", RULE, subjectBuckets("a")));
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
    await expect(stranger.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
  });
});
