import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createLimiter,
  type Limiter,
  LimiterUnavailableError,
  type LimitStore,
} from "@/lib/drivers/limits/limiter";
import { addressBuckets, subjectBuckets } from "@/lib/http/limits/buckets";
import { freePort } from "@/sandbox/process/free-port";
import { startStore } from "@/sandbox/store/start-store";
import { startLyingRedis } from "../../faults/lies";
import { startLimitStores } from "../../setup/database/limit-stores";
import { listen } from "../../setup/servers/listen";

const RULE = { quota: 3, windowSeconds: 60 };
const stores = await startLimitStores();
afterAll(() => Promise.all(stores.map(([, { stop }]) => stop())));

/** A limiter that is closed after the test or the group of tests. */
function open(options: Parameters<typeof createLimiter>[0], end = onTestFinished): Limiter {
  const limiter = createLimiter(options);
  end(() => limiter.close());
  return limiter;
}

describe.each(stores)("a limiter over %s", (_name, { store, wrong }) => {
  // A store that outlives the test still has the names of earlier runs.
  const run = `${randomUUID()}:`;
  let limiter: Limiter;
  beforeAll(() => {
    limiter = createLimiter({ store });
  });
  afterAll(() => limiter.close());

  describe("counting", () => {
    it("allows exactly the quota, also for simultaneous requests", async () => {
      const decisions = await Promise.all(
        Array.from({ length: 20 }, () =>
          limiter.limit(`${run}burst`, RULE, subjectBuckets("caller")),
        ),
      );
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3);
      const refused = decisions.filter(({ allowed }) => !allowed);
      for (const { remaining, resetSeconds, quota } of refused) {
        expect({ remaining, quota }).toEqual({ remaining: 0, quota: 3 });
        expect(resetSeconds).toBeGreaterThan(0);
        expect(resetSeconds).toBeLessThanOrEqual(60);
      }
    });

    it("allows the next request after the reported wait", async () => {
      const rule = { quota: 1, windowSeconds: 1 };
      expect((await limiter.limit(`${run}honest`, rule, subjectBuckets("a"))).allowed).toBe(true);
      const refused = await limiter.limit(`${run}honest`, rule, subjectBuckets("a"));
      expect(refused).toMatchObject({ allowed: false, resetSeconds: 1 });
      const deadline = Date.now() + refused.resetSeconds * 1000;
      let decision = refused;
      while (!decision.allowed && Date.now() < deadline + 50) {
        decision = await limiter.limit(`${run}honest`, rule, subjectBuckets("a"));
      }
      expect(decision.allowed).toBe(true);
    });

    it("reports the wait of the current quota after the operator has lowered it", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const startMs = Date.now();
      const countAt = (seconds: number, quota: number) => {
        vi.setSystemTime(startMs + seconds * 1000);
        return limiter.limit(`${run}lowered`, { ...RULE, quota }, subjectBuckets("a"));
      };
      for (const seconds of [0, 10, 20]) {
        expect((await countAt(seconds, 3)).allowed).toBe(true);
      }
      // Two requests must leave the window.
      expect(await countAt(30, 2)).toMatchObject({ allowed: false, resetSeconds: 40 });
      expect(await countAt(69, 2)).toMatchObject({ allowed: false, resetSeconds: 1 });
      expect((await countAt(70, 2)).allowed).toBe(true);
    });

    it("counts callers and rules separately, and does not count rejected requests", async () => {
      for (let i = 0; i < 3; i += 1) await limiter.limit(`${run}apart`, RULE, subjectBuckets("a"));
      for (let i = 0; i < 5; i += 1) await limiter.limit(`${run}apart`, RULE, subjectBuckets("a"));
      expect((await limiter.limit(`${run}apart`, RULE, subjectBuckets("b"))).allowed).toBe(true);
      expect((await limiter.limit(`${run}other`, RULE, subjectBuckets("a"))).allowed).toBe(true);
    });

    it.each([
      ["words", "a 84532 token", "b 84532 token"],
      ["asterisks", "a*99", "a*98"],
      ["escapes", "a b", "a%20b"],
    ])("counts subjects with %s separately, each up to the quota", async (name, one, other) => {
      const rule = `${run}${name}`;
      for (let i = 0; i < 3; i += 1) {
        expect((await limiter.limit(rule, RULE, subjectBuckets(one))).allowed).toBe(true);
      }
      expect((await limiter.limit(rule, RULE, subjectBuckets(one))).allowed).toBe(false);
      expect((await limiter.limit(rule, RULE, subjectBuckets(other))).allowed).toBe(true);
    });
  });

  describe("networks", () => {
    const count = (rule: string, address: string) =>
      limiter.limit(run + rule, RULE, addressBuckets(address));
    const admittedOf = async (rule: string, addresses: string[]) => {
      let allowed = 0;
      for (const address of addresses) allowed += (await count(rule, address)).allowed ? 1 : 0;
      return allowed;
    };

    it("allows twice a caller's quota to an IPv6 /56 and eight times to a /48 or an IPv4 /24", async () => {
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

    it("does not record a rejected request, so no caller uses up its network's quota", async () => {
      for (let i = 0; i < 100; i += 1) await count("neighbours", "203.0.115.1");
      const others = Array.from({ length: 9 }, (_, n) => `203.0.115.${n + 2}`);
      expect(await admittedOf("neighbours", others)).toBe(9);
    });

    it("reports when the network has quota again", async () => {
      const rule = { quota: 1, windowSeconds: 1 };
      const from = (n: number) =>
        limiter.limit(`${run}full`, rule, addressBuckets(`203.0.116.${n}`));
      for (let n = 0; n < 8; n += 1) await from(n);
      const refused = await from(99);
      expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
      await vi.waitFor(async () => expect((await from(99)).allowed).toBe(true), {
        timeout: 1_500,
      });
    });
  });

  describe("counting locally", () => {
    const now = () => 1_000_000 * 60_000;

    it("shares its counts with other processes through the store", async () => {
      const rule = { quota: 100, windowSeconds: 60 };
      const [first, second] = [0, 1].map(() => open({ store, now }));
      for (let i = 0; i < 95; i += 1) first?.limitLocally(`${run}local`, rule, subjectBuckets("a"));
      let allowed = 0;
      await vi.waitFor(
        () => {
          const decision = second?.limitLocally(`${run}local`, rule, subjectBuckets("a"));
          if (decision?.allowed) allowed += 1;
          expect(decision).toMatchObject({ allowed: false, remaining: 0 });
        },
        { timeout: 20_000, interval: 100 },
      );
      // Alone it would have allowed 100.
      expect(allowed).toBeLessThan(100);
    });
  });

  it("reports healthy", async () => {
    expect(await limiter.isHealthy()).toBe(true);
  });

  it("fails when the password is wrong", async () => {
    const unauthorized = open({ store: wrong });
    await expect(unauthorized.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    expect(await unauthorized.isHealthy()).toBe(false);
  });
});

/** A closed port. */
const NOWHERE: [string, (port: number) => LimitStore][] = [
  ["Redis", (port) => ({ redisUrl: `redis://:t@127.0.0.1:${port}` })],
  ["Upstash", (port) => ({ upstashUrl: `http://127.0.0.1:${port}`, upstashToken: "t" })],
];

describe.each(NOWHERE)("a limiter without its store, %s", (_name, storeAt) => {
  it("counts locally without its store and reports that counts are not shared", async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const now = () => 1_000_000 * 60_000;
    const orphan = open({ store: storeAt(await freePort()), now, onFailure });
    const decisions = Array.from({ length: 5 }, () =>
      orphan.limitLocally("orphan", RULE, subjectBuckets("a")),
    );
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), { timeout: 10_000 });
  });

  it("fails at once when the connection is refused", async () => {
    const orphan = open({ store: storeAt(await freePort()) });
    await expect(orphan.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    expect(await orphan.isHealthy()).toBe(false);
  });

  it("times out on a store that accepts connections and never answers", async () => {
    const silent = createTcpServer((socket) => socket.on("error", () => undefined));
    const { port } = await listen(silent);
    const waiting = open({ store: storeAt(port) });
    const startedAt = performance.now();
    await expect(waiting.limit("x", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    silent.close();
  });
});

describe("a limiter over a slow store", () => {
  it("waits while a busy store answers others, and no longer once it stops answering", async () => {
    const queue: ServerResponse[] = [];
    const busy = createServer((_request, response) => queue.push(response));
    const { origin } = await listen(busy);
    const patient = open({ store: { upstashUrl: origin, upstashToken: "t" } });
    const calls: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i += 1) {
      calls.push(patient.limit("x", RULE, subjectBuckets("a")));
      // Calls in one event-loop turn would share a request.
      await new Promise(setImmediate);
    }
    const outcomes = Promise.allSettled(calls);
    const allowed = [{ result: [1, 2, Buffer.from("60000").toString("base64")] }];
    let answers = 0;
    const timer = setInterval(() => {
      queue.shift()?.end(JSON.stringify(allowed));
      answers += 1;
      if (answers === 12) clearInterval(timer);
    }, 100);
    const states = (await outcomes).map(({ status }) => status);
    expect(states.filter((status) => status === "fulfilled")).toHaveLength(12);
    busy.closeAllConnections();
    busy.close();
  });
});

describe("a limiter whose Redis disconnects", () => {
  it("rejects while disconnected, counts no rejected request later, and reconnects", async () => {
    const port = await freePort();
    const redisUrl = `redis://:t@127.0.0.1:${port}`;
    let server = await startStore(redisUrl);
    const limiter = open({ store: { redisUrl } });
    const rule = { quota: 1, windowSeconds: 60 };
    expect((await limiter.limit("first", rule, subjectBuckets("a"))).allowed).toBe(true);
    await server.stop();
    for (let i = 0; i < 20; i += 1) {
      await expect(limiter.limit("away", rule, subjectBuckets("a"))).rejects.toThrow(
        LimiterUnavailableError,
      );
    }
    server = await startStore(redisUrl);
    onTestFinished(() => server.stop());
    await vi.waitFor(async () => expect(await limiter.isHealthy()).toBe(true), { timeout: 5_000 });
    expect((await limiter.limit("away", rule, subjectBuckets("a"))).allowed).toBe(true);
    expect((await limiter.limit("away", rule, subjectBuckets("a"))).allowed).toBe(false);
  });
});

describe("a store that accepts no writes", () => {
  /** A proxy whose connections refuse scripts with an error, from `refuse` on. */
  async function startRefusing() {
    const embedded = await startStore("redis://:writes@127.0.0.1:0");
    let refusals: { error: string | null } = { error: null };
    const proxy = createTcpServer((client) => {
      // A connection keeps what it was opened with.
      const mine = refusals;
      const upstream = connect(Number(new URL(embedded.url).port), "127.0.0.1");
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        one.on("close", () => other.destroy());
        one.on("error", () => other.destroy());
      }
      client.on("data", (chunk: Buffer) => {
        const isScript = /\r\neval\r\n/i.test(chunk.toString("latin1"));
        if (isScript && mine.error !== null) client.write(`-${mine.error}\r\n`);
        else upstream.write(chunk);
      });
      upstream.on("data", (chunk: Buffer) => client.write(chunk));
    });
    const { port } = await listen(proxy);
    onTestFinished(async () => {
      await embedded.stop();
      proxy.close();
    });
    return {
      redisUrl: `redis://:writes@127.0.0.1:${port}`,
      refuse(error: string) {
        refusals.error = error;
      },
      /** Another server takes the address; open connections stay with the former one. */
      failOver() {
        refusals = { error: null };
      },
    };
  }

  it.each([
    ["its disk is full", "MISCONF Redis is configured to save RDB snapshots"],
    ["its memory is full", "OOM command not allowed when used memory > 'maxmemory'"],
  ])("is unhealthy while %s", async (_, error) => {
    const store = await startRefusing();
    const limiter = open({ store });
    expect(await limiter.isHealthy()).toBe(true);
    store.refuse(error);
    await expect(limiter.limit("full", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    expect(await limiter.isHealthy()).toBe(false);
  });

  it.each([
    ["of Redis 7", "READONLY You can't write against a read only replica."],
    [
      "of Redis 6",
      "ERR Error running script: -READONLY You can't write against a read only replica.",
    ],
  ])("is left for the new primary after a failover, by the error %s", async (_, error) => {
    const store = await startRefusing();
    const limiter = open({ store });
    expect(await limiter.isHealthy()).toBe(true);
    store.refuse(error);
    store.failOver();
    await expect(limiter.limit("moved", RULE, subjectBuckets("a"))).rejects.toThrow(
      LimiterUnavailableError,
    );
    await expect.poll(() => limiter.isHealthy(), { timeout: 5_000 }).toBe(true);
    expect((await limiter.limit("moved", RULE, subjectBuckets("a"))).allowed).toBe(true);
  });
});

describe("a store that answers nonsense", () => {
  it("is unavailable: it neither refuses nor changes what this process has counted", async () => {
    const embedded = await startStore("redis://:nonsense@127.0.0.1:0");
    const liar = await startLyingRedis(embedded.url);
    onTestFinished(async () => {
      await liar.stop();
      await embedded.stop();
    });
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const limiter = open({ store: { redisUrl: liar.url }, onFailure });
    const buckets = subjectBuckets("caller");
    expect((await limiter.limit("truth", RULE, buckets)).allowed).toBe(true);
    liar.lie(true);
    await expect(limiter.limit("lie", RULE, buckets)).rejects.toThrow(LimiterUnavailableError);
    expect(await limiter.isHealthy()).toBe(false);
    const local = () => limiter.limitLocally("local", RULE, buckets).allowed;
    expect([local(), local()]).toEqual([true, true]);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    expect([local(), local()]).toEqual([true, false]);
  });
});
